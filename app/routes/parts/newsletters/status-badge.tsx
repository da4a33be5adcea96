import { Badge } from '~/ui/badge'
import type { State } from './state'

export function StatusBadge({ state: { tone, words } }: { state: State }) {
  return <Badge tone={tone}>{words}</Badge>
}
