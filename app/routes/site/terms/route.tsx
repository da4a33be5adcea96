import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { sitePage } from '~/routes/parts/website/site-page.server'
import { PolicyPage } from '~/ui/site/policy-page'
import { publicTitle } from '~/ui/site/public-title'

export const loader = (args: LoaderFunctionArgs) => sitePage(args, 'terms')

export const meta = publicTitle<typeof loader>('Terms of Service', {
  describe: ({ words }) => words.search.description,
})

export default function TermsOfService() {
  const { words, updated } = useLoaderData<typeof loader>()
  return <PolicyPage title="Terms of Service" intro={words.intro.text} updated={updated} parts={words.parts.items} />
}
