import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { openLink } from '~/auth/secret-links.server'
import { findPublicGuide } from '~/domain/guides/guides.server'
import { orNotFound } from '~/domain/refused'
import { paths } from '~/paths'
import { describeView, readGuideView } from '~/routes/parts/addresses'
import { GuideReader } from '~/routes/parts/guides/guide-reader'
import { defineScreen } from '~/screen'
import { Container } from '~/ui/site/page'

export const handle = defineScreen<typeof loader>({
  access: 'anyone',
  title: (data) => data?.title ?? 'Steps',
  detail: ({ view, steps }) => describeView(view, steps.length),
  cache: 'private',
  referrer: 'strict-origin',
  isTask: true,
})

/** A public guide, for anyone with its code. It has no names, and remembers nothing. */
export async function loader({ request, params: { token = '' }, context }: LoaderFunctionArgs) {
  const { title, steps } = orNotFound(await openLink(context, 'public guide', token, findPublicGuide))
  return {
    token,
    title,
    view: readGuideView(request.url, steps.length),
    steps: steps.map(({ id, sentence, symbol, photo }) => ({ id, sentence, symbol, photo })),
  }
}

export { pageMeta as meta } from '~/ui/browser/page-meta'

export default function PublicGuide() {
  const { token, ...guide } = useLoaderData<typeof loader>()
  return (
    <Container className="py-6">
      <GuideReader {...guide} path={paths.steps(token)} progress={null} heading="h1" />
    </Container>
  )
}
