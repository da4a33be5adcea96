import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { easyReadPaths } from '~/content/easy-read-paths'
import { dublinAt } from '~/domain/dublin'
import { readRetention } from '~/domain/retention/retention.server'
import { privacyOf } from '~/domain/website/policies.server'
import { sitePage } from '~/routes/parts/website/site-page.server'
import { PolicyPage } from '~/ui/site/policy-page'
import { publicTitle } from '~/ui/site/public-title'

export async function loader(args: LoaderFunctionArgs) {
  const page = await sitePage(args, 'privacy')
  const { terms, changedAt } = await readRetention(args.context.db)
  const updated = [page.updated, changedAt ? dublinAt(new Date(changedAt)).slice(0, 10) : ''].sort()[1] ?? ''
  return { ...page, updated, parts: privacyOf(page.words.parts.items, terms) }
}

export const meta = publicTitle<typeof loader>('Privacy Policy', { describe: ({ words }) => words.search.description })

export default function PrivacyPolicy() {
  const { words, updated, parts } = useLoaderData<typeof loader>()
  return (
    <PolicyPage
      title="Privacy Policy"
      easyRead={easyReadPaths.privacy}
      intro={words.intro.text}
      updated={updated}
      parts={parts}
    />
  )
}
