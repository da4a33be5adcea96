import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { ExampleMark } from '~/routes/parts/website/example-mark'
import { loadSitePage, loadVisitWords } from '~/routes/parts/website/site-page.server'
import { defineScreen } from '~/screen'
import { VisitInvitation } from '~/ui/site/visit-invitation'
import { AboutOpening, CentreToday, Funding, Mission, Planning, Story } from './sections'

export const handle = defineScreen<typeof loader>({
  access: { loader: 'anyone' },
  title: 'About',
  description: ({ words }) => words.search.description,
})

export async function loader(args: LoaderFunctionArgs) {
  return { ...(await loadSitePage(args, 'about')), visit: await loadVisitWords(args) }
}

export { publicMeta as meta } from '~/ui/site/public-meta'

export default function About() {
  const { words, visit } = useLoaderData<typeof loader>()
  return (
    <>
      <ExampleMark of={['intro']} />
      <AboutOpening words={words.intro} />
      <ExampleMark of={['story']} />
      <Story words={words.story} />
      <ExampleMark of={['mission']} />
      <Mission words={words.mission} />
      <ExampleMark of={['funding']} />
      <Funding words={words.funding} />
      <ExampleMark of={['planning']} />
      <Planning words={words.planning} />
      <ExampleMark of={['today']} />
      <CentreToday words={words.today} />
      <VisitInvitation words={visit} />
    </>
  )
}
