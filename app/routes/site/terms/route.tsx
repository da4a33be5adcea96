import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { sitePage } from '~/routes/parts/website/site-page.server'
import { pageTitle } from '~/ui/browser/page-title'
import { PolicyPage } from '~/ui/site/policy-page'

export const loader = (args: LoaderFunctionArgs) => sitePage(args, 'terms')

export const meta = pageTitle<typeof loader>('Terms of Service', { describe: ({ words }) => words.search.description })

export default function TermsOfService() {
  const { words, updated } = useLoaderData<typeof loader>()
  return <PolicyPage title="Terms of Service" intro={words.intro.text} updated={updated} parts={words.parts.items} />
}
