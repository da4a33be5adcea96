import { ActivitySymbol } from '~/content/activity-symbols'
import type { ActivitiesWords, Activity } from '~/domain/website/activities.server'
import { Container } from '~/ui/site/page'
import { RichText } from '~/ui/site/rich-text'
import { tints } from './tints'

/** The most symbols of the band: two rows on a phone, one on a desk. */
const MOST = 16

/** What the page is about, and the week at a glance: the symbols of its activities, each of which the grid below explains. */
export function Opening({ words: { heading, text }, shown }: { words: ActivitiesWords['intro']; shown: Activity[] }) {
  return (
    <div className="border-b border-line bg-white">
      <Container className="grid gap-x-16 gap-y-4 pt-10 lg:pt-14 xl:grid-cols-[2fr_3fr]">
        <h1>{heading}</h1>
        <div className="text-lead">
          <RichText html={text} />
        </div>
      </Container>
      <Container className="pb-6 pt-8 lg:pb-8 lg:pt-10">
        <ul
          aria-hidden="true"
          className="no-print grid grid-cols-8 gap-1.5 sm:grid-cols-[repeat(16,minmax(0,1fr))] sm:gap-2 xl:gap-3"
        >
          {shown.slice(0, MOST).map(({ name, symbol, tint }) => (
            <li key={name} className={`aspect-square rounded-sm border-b-4 p-1 xl:p-2 ${tints[tint]}`}>
              <ActivitySymbol name={symbol} className="h-full w-full" />
            </li>
          ))}
        </ul>
      </Container>
    </div>
  )
}
