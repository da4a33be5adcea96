import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Fragment } from 'react'
import { getFrame, portraits, scenes } from '~/content/scenes'
import { formatDate } from '~/domain/events/days'
import { orNotFound } from '~/domain/refused'
import { truncate } from '~/domain/text'
import type { EasyReadWords } from '~/domain/website/easy-read.server'
import { websitePages } from '~/domain/website/pages.server'
import { type EasyReadName, paths } from '~/paths'
import { ExampleMark } from '~/routes/parts/website/example-mark'
import { loadEasyReadPage } from '~/routes/parts/website/site-page.server'
import { defineScreen } from '~/screen'
import { useCentre, useRootData } from '~/ui/browser/root-data'
import { IdeaSymbol } from '~/ui/idea-symbol'
import { Link } from '~/ui/link'
import { Listen } from '~/ui/listen/listen'
import { EmailText, getMailtoLink, PhoneLink, WithPhoneLink } from '~/ui/site/contact-links'
import { EasyReadLink } from '~/ui/site/easy-read-link'
import { Container, TextHeader } from '~/ui/site/page'
import { WebsitePicture } from '~/ui/site/picture'

type Idea = EasyReadWords['ideas'][number]

function IdeaList({ ideas }: { ideas: Idea[] }) {
  return (
    <ul className="max-w-3xl space-y-4">
      {ideas.map((idea, index) => (
        <li key={idea.text} className="flex break-inside-avoid items-center gap-4 lg:gap-8">
          <IdeaPicture idea={idea} index={index} />
          <p className="long-words min-w-0 text-h3">
            <LinkedText text={idea.text} />
          </p>
        </li>
      ))}
    </ul>
  )
}

const box = 'h-24 w-24 shrink-0 rounded border border-line lg:h-40 lg:w-40'

/** The centre's own photo or our drawing; for visitors who save data, only the symbol. */
function IdeaPicture({ idea: { symbol, photo }, index }: { idea: Idea; index: number }) {
  const { saveData } = useRootData()
  if (photo.picture && !saveData)
    return <WebsitePicture picture={photo} width={400} height={400} sizes="10rem" className={`${box} object-cover`} />
  // The people in our drawings smile.
  if (!saveData && symbol !== 'sad') return <ScenePicture symbol={symbol} index={index} />
  return (
    <span className={`picture ${box} flex items-center justify-center bg-tide text-river`}>
      <IdeaSymbol name={symbol} className="h-3/4 w-3/4" />
    </span>
  )
}

/** A drawing of people who show the idea, otherwise a portrait with the idea's symbol. `index` chooses the portrait. */
function ScenePicture({ symbol, index }: { symbol: Idea['symbol']; index: number }) {
  const own = scenes[symbol]
  const { drawing, left, top, size } = own ?? portraits[index % portraits.length]!
  return (
    <span className={`picture ${box} relative overflow-hidden`}>
      <svg className="h-full w-full" viewBox={`${left} ${top} ${size} ${size}`} aria-hidden="true">
        <image href={`/pictures/${drawing}.svg`} {...getFrame(drawing)} />
      </svg>
      {!own && (
        <span className="absolute bottom-0 right-0 flex h-1/2 w-1/2 items-center justify-center rounded-sm bg-tide text-river">
          <IdeaSymbol name={symbol} className="h-full w-full" />
        </span>
      )}
    </span>
  )
}

/** A text with its line breaks, and links for the centre's phone number and email address. */
function LinkedText({ text }: { text: string }) {
  const { email } = useCentre()
  return text.split('\n').map((line, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the lines have no other identity
    <Fragment key={index}>
      {index > 0 && <br />}
      {line.split(email).map((part, between) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no other identity
        <Fragment key={between}>
          {between > 0 && (
            <a href={getMailtoLink(email)} className="inline-flex min-h-control items-center">
              <span>
                <EmailText address={email} />
              </span>
            </a>
          )}
          <WithPhoneLink>{part}</WithPhoneLink>
        </Fragment>
      ))}
    </Fragment>
  ))
}

function ContactPerson({ name }: { name: string }) {
  const centre = useCentre()
  return (
    <section aria-labelledby="listener" className="mb-8 max-w-3xl rounded border-2 border-river bg-white p-5">
      <h2 id="listener" className="text-h3">
        Ask for {name}
      </h2>
      <p>{centre.name}</p>
      <p className="text-h3">
        <PhoneLink />
      </p>
    </section>
  )
}

/** Shown only if the centre confirms that readers tested the text. */
function TestedNote({ day }: { day: string }) {
  return <p className="mt-8 max-w-3xl">Tested by readers with intellectual disabilities on {formatDate(day)}.</p>
}

const labels: Record<EasyReadName, string> = {
  home: 'Home',
  about: 'About',
  activities: 'Activities',
  achievements: 'Achievements',
  resources: 'Who can help',
  contact: 'Contact Us',
  privacy: 'Privacy',
  notHappy: 'Not happy?',
}

function OtherEasyReadPages({ current }: { current: EasyReadName }) {
  const others = (Object.keys(labels) as EasyReadName[]).filter((name) => name !== current)
  return (
    <nav aria-labelledby="more-easy-read" className="no-print mt-auto bg-sand py-6 lg:py-10">
      <Container>
        <h2 id="more-easy-read" className="text-h3">
          More in Easy Read
        </h2>
        <ul className="mt-2 flex flex-wrap gap-x-6">
          {others.map((name) => (
            <li key={name}>
              <Link to={paths.easyRead[name]} className="inline-flex min-h-control items-center font-bold">
                {labels[name]}
              </Link>
            </li>
          ))}
        </ul>
      </Container>
    </nav>
  )
}

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
