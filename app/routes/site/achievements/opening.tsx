import type { AchievementsWords } from '~/domain/website/achievements.server'
import { Icon } from '~/ui/icon'
import { Container } from '~/ui/page'

type Achievement = AchievementsWords['cards']['items'][number]

/** What the page is about, and the newest achievement like a certificate on the wall. */
export function Opening({
  words: { heading, text, newest: words },
  newest,
}: {
  words: AchievementsWords['intro']
  newest?: Achievement
}) {
  return (
    <div className="bg-amber-tint">
      <Container className="grid items-center gap-x-16 gap-y-8 py-10 lg:py-14 xl:grid-cols-[2fr_3fr]">
        <div>
          <h1>{heading}</h1>
          <p className="mt-4 max-w-measure text-lead">{text}</p>
        </div>
        {newest && (
          <section
            aria-labelledby="newest"
            className="rounded border-4 border-double border-amber bg-white p-5 shadow-raised sm:p-8 lg:p-10"
          >
            <div className="flex items-center gap-4">
              <Icon name={newest.icon} className="h-14 w-14 shrink-0 text-amber" />
              <p className="text-amber">
                <span className="block">{words}</span>{' '}
                <span className="block text-h2 font-bold leading-tight">{newest.date}</span>
              </p>
            </div>
            <h2 id="newest" className="mt-4">
              {newest.title}
            </h2>
            <p className="mt-2">{newest.description}</p>
          </section>
        )}
      </Container>
    </div>
  )
}
