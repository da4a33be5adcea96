import type { AboutWords } from '~/domain/website/about.server'
import { Container } from '~/ui/site/page'
import { Picture } from '~/ui/site/picture'

/** A broad picture of the place, with the year it began like the plaque on its wall; then who we are. */
export function Opening({ words: { heading, text, since, picture } }: { words: AboutWords['intro'] }) {
  return (
    <div className="bg-tide">
      <Picture
        first
        shown={picture}
        width={1440}
        height={560}
        sizes="100vw"
        className="h-56 w-full object-cover sm:h-72 lg:h-auto lg:max-h-[31rem]"
        focus="lg:object-[50%_80%]"
      />
      <Container className="pb-10 lg:pb-14">
        {since && (
          <p className="relative -mt-6 w-fit rounded border-2 border-sun bg-sun px-4 py-2 text-lead font-bold leading-tight text-ink lg:-mt-8 lg:px-6 lg:py-3 lg:text-h2">
            {since}
          </p>
        )}
        <div className="mt-6 grid gap-x-16 gap-y-4 lg:mt-10 xl:grid-cols-[2fr_3fr]">
          <h1>{heading}</h1>
          <p className="max-w-measure text-lead">{text}</p>
        </div>
      </Container>
    </div>
  )
}
