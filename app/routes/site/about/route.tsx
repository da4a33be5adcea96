import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { sitePage, visitWords } from '~/routes/parts/website/site-page.server'
import { publicTitle } from '~/ui/site/public-title'
import { VisitInvitation } from '~/ui/site/visit-invitation'
import { Funding, Mission, Opening, Planning, Story, Today } from './sections'

export async function loader(args: LoaderFunctionArgs) {
  return { ...(await sitePage(args, 'about')), visit: await visitWords(args) }
}

export const meta = publicTitle<typeof loader>('About', { describe: ({ words }) => words.search.description })

export default function About() {
  const { words, visit } = useLoaderData<typeof loader>()
  return (
    <>
      <Opening words={words.intro} />
      <Story words={words.story} />
      <Mission words={words.mission} />
      <Funding words={words.funding} />
      <Planning words={words.planning} />
      <Today words={words.today} />
      <VisitInvitation words={visit} />
    </>
  )
}
