import { Fragment } from 'react'
import { dateInWords } from '~/domain/dublin'
import type { EasyReadWords } from '~/domain/website/easy-read.server'
import { type EasyReadName, paths } from '~/paths'
import { useCentre, useRootData } from '~/ui/browser/root-data'
import { IdeaSymbol } from '~/ui/idea-symbol'
import { Link } from '~/ui/link'
import { EmailWords, mailtoLink } from '~/ui/site/email-link'
import { Container } from '~/ui/site/page'
import { PhoneLink, WithPhoneLink } from '~/ui/site/phone-link'
import { Picture } from '~/ui/site/picture'

type Idea = EasyReadWords['ideas'][number]

/** Each idea with its picture before it, as Easy Read is set: one under the other, in large type. */
export function Ideas({ ideas }: { ideas: Idea[] }) {
  return (
    <ul className="max-w-3xl space-y-4">
      {ideas.map((idea) => (
        <li key={idea.text} className="flex break-inside-avoid items-center gap-4 lg:gap-8">
          <IdeaPicture idea={idea} />
          <p className="long-words min-w-0 text-h3">
            <Words text={idea.text} />
          </p>
        </li>
      ))}
    </ul>
  )
}

const box = 'h-20 w-20 shrink-0 rounded border border-line lg:h-28 lg:w-28'

/** The centre's own photo; for who saves data the drawing in its stead. */
function IdeaPicture({ idea: { symbol, photo } }: { idea: Idea }) {
  const { saveData } = useRootData()
  if (photo.picture && !saveData)
    return <Picture shown={photo} width={400} height={400} sizes="7rem" className={`${box} object-cover`} />
  return (
    <span className={`picture ${box} flex items-center justify-center bg-tide text-river`}>
      <IdeaSymbol name={symbol} className="h-3/4 w-3/4" />
    </span>
  )
}

/** A text with its lines, and the centre's telephone number and email address in it as links. */
function Words({ text }: { text: string }) {
  const { email } = useCentre()
  return text.split('\n').map((line, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a text has no other names for its lines
    <Fragment key={place}>
      {place > 0 && <br />}
      {line.split(email).map((part, between) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: nor has what stands between addresses
        <Fragment key={between}>
          {between > 0 && (
            <a href={mailtoLink(email)} className="inline-flex min-h-control items-center">
              <span>
                <EmailWords address={email} />
              </span>
            </a>
          )}
          <WithPhoneLink>{part}</WithPhoneLink>
        </Fragment>
      ))}
    </Fragment>
  ))
}

/** Who listens, before anything else: a person and a telephone. */
export function Listener({ name }: { name: string }) {
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

/** What a centre said, and nobody else may: that readers tried these words. */
export function Tested({ day }: { day: string }) {
  return <p className="mt-8 max-w-3xl">Tested by readers with intellectual disabilities on {dateInWords(day)}.</p>
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

/** The other pages that are easy to read. */
export function OtherPages({ shown }: { shown: EasyReadName }) {
  const others = (Object.keys(labels) as EasyReadName[]).filter((name) => name !== shown)
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
