import type { AchievementsWords } from '~/domain/website/achievements.server'
import { Container } from '~/ui/site/page'

/** What the page is about. */
export function Opening({ words: { heading, text } }: { words: AchievementsWords['intro'] }) {
  return (
    <div className="bg-amber-tint">
      <Container className="grid items-center gap-x-16 gap-y-4 py-10 lg:py-14 xl:grid-cols-[2fr_3fr]">
        <h1>{heading}</h1>
        <p className="max-w-measure text-lead">{text}</p>
      </Container>
    </div>
  )
}
