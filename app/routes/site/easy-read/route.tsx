import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { orNotFound } from '~/domain/refused'
import { truncate } from '~/domain/text'
import { websitePages } from '~/domain/website/pages.server'
import { type EasyReadName, paths } from '~/paths'
import { ExampleMark } from '~/routes/parts/website/example-mark'
import { loadEasyReadPage } from '~/routes/parts/website/site-page.server'
import { defineScreen } from '~/screen'
import { Listen } from '~/ui/listen/listen'
import { EasyReadLink } from '~/ui/site/easy-read-link'
import { Container, TextHeader } from '~/ui/site/page'
import { ContactPerson, IdeaList, OtherEasyReadPages, TestedNote } from './ideas'

export const handle = defineScreen<typeof loader>({
  access: 'anyone',
  detail: ({ allWords, words }) => [words.easyRead.heading, ...(allWords ? ['Easy Read'] : [])].join(': '),
  description: ({ words }) => truncate(words.easyRead.ideas.map(({ text }) => text).join(' '), 160),
})

/** Serves all Easy Read pages (app/routes.ts). */
export async function loader(args: LoaderFunctionArgs) {
  const { pathname } = new URL(args.request.url)
  const names = Object.keys(paths.easyRead) as EasyReadName[]
  const name = orNotFound(names.find((one) => paths.easyRead[one] === pathname) ?? null)
  const { to } = websitePages[name]
  return { name, allWords: to === pathname ? null : to, ...(await loadEasyReadPage(args, name)) }
}

export { publicMeta as meta } from '~/ui/site/public-meta'

export default function EasyRead() {
  const { name, allWords, words } = useLoaderData<typeof loader>()
  const { heading, ideas, isTested, testedOn } = words.easyRead
  return (
    <>
      <ExampleMark />
      <article id="easy-read" className="easy-read print-black">
        <TextHeader>
          {allWords && <EasyReadLink to={allWords}>Full version</EasyReadLink>}
          <h1>{heading}</h1>
          <Listen to="easy-read" />
        </TextHeader>
        <Container className="py-6 lg:py-10">
          {words.person && <ContactPerson name={words.person.name} />}
          <IdeaList ideas={ideas} />
          {isTested && testedOn && <TestedNote day={testedOn} />}
        </Container>
      </article>
      <OtherEasyReadPages current={name} />
    </>
  )
}
