import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { statementOf } from '~/domain/website/policies.server'
import { sitePage } from '~/routes/parts/website/site-page.server'
import { PolicyPage } from '~/ui/site/policy-page'
import { publicTitle } from '~/ui/site/public-title'

export async function loader(args: LoaderFunctionArgs) {
  const page = await sitePage(args, 'accessibility')
  return { ...page, parts: statementOf(page.words) }
}

export const meta = publicTitle<typeof loader>('Accessibility', { describe: ({ words }) => words.search.description })

export default function AccessibilityStatement() {
  const { words, updated, parts } = useLoaderData<typeof loader>()
  return <PolicyPage title="Accessibility" intro={words.intro.text} updated={updated} parts={parts} />
}
