import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { sitePage, visitWords } from '~/routes/parts/website/site-page.server'
import { PageHeading } from '~/ui/page'
import { pageTitle } from '~/ui/page-title'
import { Picture } from '~/ui/picture'
import { VisitInvitation } from '~/ui/visit-invitation'
import { Funding } from './funding'
import { Mission } from './mission'
import { Planning } from './planning'
import { Story } from './story'
import { Today } from './today'

export async function loader(args: LoaderFunctionArgs) {
  return { ...(await sitePage(args, 'about')), visit: await visitWords(args) }
}

export const meta = pageTitle<typeof loader>('About', { describe: ({ words }) => words.search.description })

export default function About() {
  const { words, visit } = useLoaderData<typeof loader>()
  const { heading, text, picture } = words.intro
  return (
    <>
      <PageHeading
        heading={heading}
        picture={<Picture first shown={picture} width={800} height={600} className="h-auto w-full rounded" />}
      >
        <p>{text}</p>
      </PageHeading>
      <Story words={words.story} />
      <Mission words={words.mission} />
      <Planning words={words.planning} />
      <Funding words={words.funding} />
      <Today words={words.today} />
      <VisitInvitation words={visit} />
    </>
  )
}
