import { categoryNames } from '~/domain/resources/resources'
import { Badge } from '~/ui/badge'
import type { Category } from '~db/choices'

const tones = { support: 'moss', information: 'river', community: 'amber' } as const

export function CategoryBadge({ category }: { category: Category }) {
  return <Badge tone={tones[category]}>{categoryNames[category]}</Badge>
}
