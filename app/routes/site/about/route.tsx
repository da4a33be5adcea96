import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import type { AboutWords } from '~/domain/website/about.server'
import { paths } from '~/paths'
import { ExampleMark } from '~/routes/parts/website/example-mark'
import { loadSitePage, loadVisitWords } from '~/routes/parts/website/site-page.server'
import { defineScreen } from '~/screen'
import { Icon } from '~/ui/icon'
import { Link } from '~/ui/link'
import { EasyReadLink } from '~/ui/site/easy-read-link'
import { Container, Section } from '~/ui/site/page'
import { WebsitePicture } from '~/ui/site/picture'
import { RichText } from '~/ui/site/rich-text'
import { VisitInvitation } from '~/ui/site/visit-invitation'

function AboutOpening({ words: { heading, text, since, picture } }: { words: AboutWords['intro'] }) {
  return (
    <div className="bg-tide">
      <WebsitePicture
        isFirst
        isBanner
        picture={picture}
        width={1440}
        height={560}
        sizes="min(100vw, 76rem)"
        className="not-plain aspect-[8/5] w-full object-cover sm:aspect-[2/1] lg:mx-auto lg:aspect-[18/7] lg:max-h-96"
        drawingClass="xl:aspect-auto xl:h-96"
        frameClass="lg:mt-10 lg:max-w-page lg:rounded"
      />
      <Container className="pb-6 lg:pb-14">
        {since && (
          <p className="since not-plain relative -mt-6 w-fit rounded border-2 border-sun bg-sun px-4 py-2 text-lead font-bold leading-tight text-ink lg:-mt-8 lg:px-6 lg:py-3 lg:text-h2">
            {since}
          </p>
        )}
        <div className="mt-6 grid gap-x-16 gap-y-4 lg:mt-10 xl:grid-cols-[2fr_3fr]">
          <div>
            <EasyReadLink to={paths.easyRead.about} />
            <h1>{heading}</h1>
          </div>
          <p className="max-w-measure sm:text-lead">{text}</p>
        </div>
      </Container>
    </div>
  )
}

function Story({ words }: { words: AboutWords['story'] | undefined }) {
  if (!words) return null
  const { heading, timeline } = words
  return (
    <Section id="story" heading={heading}>
      <ol className="ml-3 grid border-l-4 border-river lg:ml-0 lg:grid-cols-4 lg:gap-x-8 lg:border-l-0 lg:border-t-4">
        {timeline.map((entry) => (
          <li
            key={`${entry.year} ${entry.title}`}
            className="relative pb-5 pl-8 last:pb-0 lg:pb-0 lg:pl-0 lg:pr-2 lg:pt-8"
          >
            <span
              aria-hidden="true"
              className="absolute -left-[14px] top-1 h-6 w-6 rounded-full border-4 border-river bg-sun lg:-top-[14px] lg:left-0"
            />
            <p className="text-h2 font-bold leading-none text-river">{entry.year}</p>
            <h3 className="mt-2">{entry.title}</h3>
            <p className="mt-2 max-w-measure">{entry.text}</p>
          </li>
        ))}
      </ol>
    </Section>
  )
}

function Mission({ words: { heading, text, picture } }: { words: AboutWords['mission'] }) {
  return (
    <section aria-labelledby="mission" className="bg-tide py-6 lg:py-16">
      <Container className="grid items-center gap-x-16 gap-y-4 lg:grid-cols-2">
        <div>
          <h2 id="mission">{heading}</h2>
          <div className="mt-3 lg:mt-4 lg:text-lead">
            <RichText html={text} />
          </div>
        </div>
        <WebsitePicture picture={picture} width={800} height={600} className="aspect-[4/3] h-auto w-full rounded" />
      </Container>
    </section>
  )
}

function Funding({ words }: { words: AboutWords['funding'] | undefined }) {
  if (!words) return null
  const { heading, intro, partners } = words
  return (
    <Section id="funding" heading={heading} intro={<p>{intro}</p>}>
      <ul className="grid gap-x-12 gap-y-4 lg:grid-cols-2 lg:gap-y-10">
        {partners.map((partner) => (
          <li key={partner.name} className="border-t-2 border-river pt-3 lg:border-t-4 lg:pt-4">
            <h3>{partner.name}</h3>
            <p className="mt-1 max-w-measure lg:mt-2">{partner.text}</p>
          </li>
        ))}
      </ul>
      <p className="mt-4">
        <Link to={paths.board} className="inline-flex min-h-control items-center gap-2 font-bold">
          See our directors and plans
          <Icon name="arrow-right" className="h-5 w-5" />
        </Link>
      </p>
    </Section>
  )
}

function Planning({ words: { heading, text, picture, steps } }: { words: AboutWords['planning'] }) {
  return (
    <section aria-labelledby="planning" className="bg-sand py-6 lg:py-16">
      <Container>
        <div className="flex flex-col gap-4 lg:flex-row-reverse lg:items-center lg:gap-16">
          <div className="lg:flex-1 lg:text-lead">
            <h2 id="planning">{heading}</h2>
            <div className="mt-3 lg:mt-4">
              <RichText html={text} />
            </div>
          </div>
          <WebsitePicture
            picture={picture}
            width={800}
            height={600}
            className="aspect-[4/3] h-auto w-full min-w-0 rounded lg:flex-1"
          />
        </div>
        <ol className="mt-4 grid gap-x-12 lg:mt-10 lg:grid-cols-2">
          {steps.map((step, index) => (
            <li key={step.title} className="flex gap-4 border-t border-stone py-3 lg:py-5">
              <span
                aria-hidden="true"
                className="flex h-12 w-12 shrink-0 items-center justify-center rounded-full bg-river text-lead font-bold text-white"
              >
                {index + 1}
              </span>
              <div>
                <h3>{step.title}</h3>
                <p className="mt-1">{step.text}</p>
              </div>
            </li>
          ))}
        </ol>
      </Container>
    </section>
  )
}

function CentreToday({ words }: { words: AboutWords['today'] | undefined }) {
  if (!words) return null
  const { heading, text, stats } = words
  return (
    <Section id="today" heading={heading} intro={<p>{text}</p>}>
      <ul className="grid gap-4 sm:grid-cols-2 lg:gap-8">
        {stats.map((stat) => (
          <li key={`${stat.value} ${stat.label}`} className="border-l-8 border-sun pl-6">
            <p>
              <span className="block text-h1 font-bold text-river">{stat.value}</span>{' '}
              <span className="block text-lead font-bold">{stat.label}</span>
            </p>
            <p className="mt-1">{stat.text}</p>
          </li>
        ))}
      </ul>
    </Section>
  )
}

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
