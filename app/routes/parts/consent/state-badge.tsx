import { type ConsentState, stateNames } from '~/domain/consent/words'
import { Badge } from '~/ui/badge'

const tones = { yes: 'moss', no: 'brick', withdrawn: 'brick', again: 'amber', 'not asked': 'stone' } as const

/** What somebody said to one use of photos of them. */
export function StateBadge({ state }: { state: ConsentState }) {
  return <Badge tone={tones[state]}>{stateNames[state]}</Badge>
}
