import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
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
      <AboutOpening words={words.intro} />
      <Story words={words.story} />
      <Mission words={words.mission} />
      <Funding words={words.funding} />
      <Planning words={words.planning} />
      <CentreToday words={words.today} />
      <VisitInvitation words={visit} />
    </>
  )
}
