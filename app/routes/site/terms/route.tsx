import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { ExampleMark } from '~/routes/parts/website/example-mark'
import { loadSitePage } from '~/routes/parts/website/site-page.server'
import { defineScreen } from '~/screen'
import { PolicyPage } from '~/ui/site/policy-page'

export const handle = defineScreen<typeof loader>({
  access: { loader: 'anyone' },
  title: 'Terms of Service',
  description: ({ words }) => words.search.description,
})

export const loader = (args: LoaderFunctionArgs) => loadSitePage(args, 'terms')

export { publicMeta as meta } from '~/ui/site/public-meta'

export default function TermsOfService() {
  const { words, updated } = useLoaderData<typeof loader>()
  return (
    <>
      <ExampleMark />
      <PolicyPage title="Terms of Service" intro={words.intro.text} updated={updated} parts={words.parts.items} />
    </>
  )
}
