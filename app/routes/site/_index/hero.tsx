import type { HomeWords } from '~/domain/website/home.server'
import { useCentre } from '~/ui/browser/root-data'
import { ButtonLink } from '~/ui/button'
import { Container } from '~/ui/site/page'
import { Picture } from '~/ui/site/picture'

/** The page's banner: people first, then what the centre is, and two links. On a wide page the picture is beside the words. */
export function Hero({ words: { heading, text, picture } }: { words: HomeWords['hero'] }) {
  const centre = useCentre()
  return (
    <div className="relative bg-tide">
      <Picture
        first
        shown={picture}
        width={1200}
        height={675}
        className="h-auto w-full xl:absolute xl:inset-y-0 xl:right-0 xl:h-full xl:w-1/2 xl:object-cover"
        focus="xl:object-[90%_100%]"
      />
      <Container className="grid xl:grid-cols-2">
        <div className="py-6 lg:py-12 xl:py-20 xl:pr-14">
          <h1>{heading}</h1>
          <p className="mt-3 max-w-measure sm:text-lead lg:mt-4">{text}</p>
          <div className="mt-5 flex flex-wrap items-center gap-4 lg:mt-8">
            <ButtonLink to="/about">
              Learn More<span className="sr-only"> about {centre.shortName}</span>
            </ButtonLink>
            {/* Leads to the portal: those who press it are often students. */}
            <ButtonLink to="/portal" variant="secondary">
              Contact Us
            </ButtonLink>
          </div>
        </div>
      </Container>
    </div>
  )
}
