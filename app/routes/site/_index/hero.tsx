import type { HomeWords } from '~/domain/website/home.server'
import { ButtonLink } from '~/ui/button'
import { Container } from '~/ui/page'
import { PhoneLink } from '~/ui/phone-link'
import { Picture } from '~/ui/picture'
import { useCentre } from '~/ui/root-data'

/** The page's banner: what the centre is, and two links. */
export function Hero({ words: { heading, text, picture } }: { words: HomeWords['hero'] }) {
  const centre = useCentre()
  return (
    <div className="relative bg-tide">
      <Container className="grid xl:grid-cols-2">
        <div className="py-10 lg:py-14 xl:py-20 xl:pr-14">
          <h1>{heading}</h1>
          <p className="mt-5 max-w-measure text-lead">{text}</p>
          <div className="mt-8 flex flex-wrap items-center gap-4">
            <ButtonLink to="/about">
              Learn More<span className="sr-only"> about {centre.shortName}</span>
            </ButtonLink>
            {/* Leads to the portal: those who press it are often students. */}
            <ButtonLink to="/portal" look="secondary">
              Contact Us
            </ButtonLink>
          </div>
          <p className="mt-4 flex flex-wrap items-center gap-x-3">
            Or ring us: <PhoneLink className="text-lead" />
          </p>
        </div>
      </Container>
      <Picture
        first
        shown={picture}
        width={1200}
        height={675}
        className="h-auto w-full xl:absolute xl:inset-y-0 xl:right-0 xl:h-full xl:w-1/2 xl:object-cover xl:object-[90%_100%]"
      />
    </div>
  )
}
