import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { sitePage } from '~/routes/parts/website/site-page.server'
import { pageTitle } from '~/ui/browser/page-title'
import { PolicyPage } from '~/ui/site/policy-page'

export const loader = (args: LoaderFunctionArgs) => sitePage(args, 'accessibility')

export const meta = pageTitle<typeof loader>('Accessibility', { describe: ({ words }) => words.search.description })

export default function AccessibilityStatement() {
  const { words, updated } = useLoaderData<typeof loader>()
  const { intro, search: _, ...parts } = words
  return <PolicyPage title="Accessibility" intro={intro.text} updated={updated} parts={Object.values(parts)} />
}
