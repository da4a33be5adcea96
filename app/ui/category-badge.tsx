import { categoryNames } from '~/domain/resources/categories'
import type { Category } from '~db/choices'
import { Badge } from './badge'

const tones = { support: 'moss', information: 'river', community: 'amber' } as const

export function CategoryBadge({ category }: { category: Category }) {
  return <Badge tone={tones[category]}>{categoryNames[category]}</Badge>
}
