import type { Activity } from '~/domain/website/activities.server'

/** Whole class names, so that Tailwind finds them. Name and symbol tell activities apart; the tint is decoration. */
export const tints: Record<Activity['tint'], string> = {
  river: 'border-river bg-tide text-river',
  moss: 'border-moss bg-moss-tint text-moss',
  sun: 'border-amber bg-amber-tint text-amber',
  brick: 'border-brick bg-brick-tint text-brick',
  plum: 'border-plum bg-plum-tint text-plum',
  sky: 'border-sky bg-sky-tint text-sky',
  clay: 'border-clay bg-clay-tint text-clay',
  slate: 'border-slate bg-slate-tint text-slate',
}
