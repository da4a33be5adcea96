import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { getStatementParts } from '~/domain/website/policies.server'
import { ExampleMark } from '~/routes/parts/website/example-mark'
import { loadSitePage } from '~/routes/parts/website/site-page.server'
import { defineScreen } from '~/screen'
import { PolicyPage } from '~/ui/site/policy-page'

export const handle = defineScreen<typeof loader>({
  access: { loader: 'anyone' },
  title: 'Accessibility',
  description: ({ words }) => words.search.description,
})

export async function loader(args: LoaderFunctionArgs) {
  const page = await loadSitePage(args, 'accessibility')
  return { ...page, parts: getStatementParts(page.words) }
}

export { publicMeta as meta } from '~/ui/site/public-meta'

export default function AccessibilityStatement() {
  const { words, updated, parts } = useLoaderData<typeof loader>()
  return (
    <>
      <ExampleMark />
      <PolicyPage title="Accessibility" intro={words.intro.text} updated={updated} parts={parts} />
    </>
  )
}
