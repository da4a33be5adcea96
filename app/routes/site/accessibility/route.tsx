import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { statementOf } from '~/domain/website/policies.server'
import { sitePage } from '~/routes/parts/website/site-page.server'
import { pageTitle } from '~/ui/browser/page-title'
import { PolicyPage } from '~/ui/site/policy-page'

export async function loader(args: LoaderFunctionArgs) {
  const page = await sitePage(args, 'accessibility')
  return { ...page, parts: statementOf(page.words) }
}

export const meta = pageTitle<typeof loader>('Accessibility', { describe: ({ words }) => words.search.description })

export default function AccessibilityStatement() {
  const { words, updated, parts } = useLoaderData<typeof loader>()
  return <PolicyPage title="Accessibility" intro={words.intro.text} updated={updated} parts={parts} />
}
