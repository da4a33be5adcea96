import { ActivitySymbol } from '~/content/activity-symbols'
import type { ActivitiesWords, Activity } from '~/domain/website/activities.server'
import { Container } from '~/ui/page'
import { RichText } from '~/ui/rich-text'
import { tints } from './tints'

/** The most symbols of the band: two rows on a phone, one on a desk. */
const MOST = 16

/** What the page is about, and the week at a glance: the symbols of its activities, each of which the grid below explains. */
export function Opening({ words: { heading, text }, shown }: { words: ActivitiesWords['intro']; shown: Activity[] }) {
  return (
    <div className="bg-tide">
      <Container className="grid gap-x-16 gap-y-4 pt-10 lg:pt-14 xl:grid-cols-[2fr_3fr]">
        <h1>{heading}</h1>
        <div className="text-lead">
          <RichText html={text} />
        </div>
      </Container>
      <Container className="pb-6 pt-8 lg:pb-8 lg:pt-10">
        <ul aria-hidden="true" className="no-print flex flex-wrap gap-2 xl:flex-nowrap xl:gap-3">
          {shown.slice(0, MOST).map(({ name, symbol, tint }) => (
            <li
              key={name}
              className={`aspect-square min-w-[2.15rem] max-w-[4rem] basis-[10.4%] rounded-sm border-b-4 p-1 sm:basis-[4rem] xl:grow xl:p-2 ${tints[tint]}`}
            >
              <ActivitySymbol name={symbol} className="h-full w-full" />
            </li>
          ))}
        </ul>
      </Container>
    </div>
  )
}
