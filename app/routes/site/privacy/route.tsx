import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { formatDublinTime } from '~/domain/events/days'
import { readPublicRetention } from '~/domain/retention/retention.server'
import { getPrivacyParts } from '~/domain/website/policies.server'
import { paths } from '~/paths'
import { ExampleMark } from '~/routes/parts/website/example-mark'
import { loadSitePage } from '~/routes/parts/website/site-page.server'
import { defineScreen } from '~/screen'
import { PolicyPage } from '~/ui/site/policy-page'

export const handle = defineScreen<typeof loader>({
  access: { loader: 'anyone' },
  title: 'Privacy Policy',
  description: ({ words }) => words.search.description,
})

export async function loader(args: LoaderFunctionArgs) {
  const page = await loadSitePage(args, 'privacy')
  const { terms, changedAt } = await readPublicRetention(args.context.db)
  const updated = [page.updated, changedAt ? formatDublinTime(new Date(changedAt)).slice(0, 10) : ''].sort()[1] ?? ''
  return { ...page, updated, parts: getPrivacyParts(page.words.parts.items, terms) }
}

export { publicMeta as meta } from '~/ui/site/public-meta'

export default function PrivacyPolicy() {
  const { words, updated, parts } = useLoaderData<typeof loader>()
  return (
    <>
      <ExampleMark />
      <PolicyPage
        title="Privacy Policy"
        easyRead={paths.easyRead.privacy}
        intro={words.intro.text}
        updated={updated}
        parts={parts}
      />
    </>
  )
}
