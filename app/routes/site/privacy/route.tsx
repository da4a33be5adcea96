import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { easyReadPaths } from '~/content/easy-read'
import { sitePage } from '~/routes/parts/website/site-page.server'
import { pageTitle } from '~/ui/browser/page-title'
import { PolicyPage } from '~/ui/site/policy-page'

export const loader = (args: LoaderFunctionArgs) => sitePage(args, 'privacy')

export const meta = pageTitle<typeof loader>('Privacy Policy', { describe: ({ words }) => words.search.description })

export default function PrivacyPolicy() {
  const { words, updated } = useLoaderData<typeof loader>()
  return (
    <PolicyPage
      title="Privacy Policy"
      easyRead={easyReadPaths.privacy}
      intro={words.intro.text}
      updated={updated}
      parts={words.parts.items}
    />
  )
}
