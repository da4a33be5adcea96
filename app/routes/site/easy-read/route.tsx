import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { orNotFound } from '~/domain/refused'
import { cutShort } from '~/domain/text'
import { websitePages } from '~/domain/website/pages.server'
import { type EasyReadName, paths } from '~/paths'
import { easyReadPage } from '~/routes/parts/website/site-page.server'
import { defineScreen } from '~/screen'
import { Listen } from '~/ui/listen/listen'
import { EasyReadLink } from '~/ui/site/easy-read-link'
import { Container, TextTop } from '~/ui/site/page'
import { Ideas, Listener, OtherPages, Tested } from './ideas'

export const handle = defineScreen<typeof loader>({
  access: 'anyone',
  detail: ({ allWords, words }) => [words.easyRead.heading, ...(allWords ? ['Easy Read'] : [])].join(': '),
  description: ({ words }) => cutShort(words.easyRead.ideas.map(({ text }) => text).join(' '), 160),
})

/** All Easy Read pages, each at its own address (app/routes.ts). */
export async function loader(args: LoaderFunctionArgs) {
  const { pathname } = new URL(args.request.url)
  const names = Object.keys(paths.easyRead) as EasyReadName[]
  const name = orNotFound(names.find((one) => paths.easyRead[one] === pathname) ?? null)
  const { to } = websitePages[name]
  return { name, allWords: to === pathname ? null : to, ...(await easyReadPage(args, name)) }
}

export { publicMeta as meta } from '~/ui/site/public-meta'

export default function EasyRead() {
  const { name, allWords, words } = useLoaderData<typeof loader>()
  const { heading, ideas, isTested, testedOn } = words.easyRead
  return (
    <>
      <article id="easy-read" className="easy-read print-black">
        <TextTop>
          {allWords && <EasyReadLink to={allWords}>All the words</EasyReadLink>}
          <h1>{heading}</h1>
          <Listen to="easy-read" />
        </TextTop>
        <Container className="py-6 lg:py-10">
          {words.person && <Listener name={words.person.name} />}
          <Ideas ideas={ideas} />
          {isTested && testedOn && <Tested day={testedOn} />}
        </Container>
      </article>
      <OtherPages shown={name} />
    </>
  )
}
