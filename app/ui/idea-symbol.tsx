import type { PictureName } from '~/content/easy-read'
import { ideaSymbols } from '~/content/idea-symbols'
import { ActivitySymbol, SpriteSymbol } from './activity-symbol'
import sprite from './idea-symbols.svg?url&no-inline'

type IdeaName = keyof typeof ideaSymbols
const isIdea = (name: PictureName): name is IdeaName => name in ideaSymbols

/** The drawing of an idea (idea-symbols.svg) or an activity. */
export function IdeaSymbol({ name, className }: { name: PictureName; className?: string }) {
  if (!isIdea(name)) return <ActivitySymbol name={name} className={className} />
  return <SpriteSymbol href={`${sprite}#${name}`} className={className} />
}
