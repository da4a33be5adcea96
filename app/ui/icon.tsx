import sprite from './icons.svg?url&no-inline'

export const iconNames = [
  'phone',
  'email',
  'place',
  'clock',
  'menu',
  'close',
  'arrow-right',
  'arrow-left',
  'external',
  'document',
  'image',
  'download',
  'upload',
  'edit',
  'delete',
  'check',
  'warning',
  'information',
  'person',
  'people',
  'calendar',
  'timetable',
  'notices',
  'newsletter',
  'resources',
  'board',
  'profile',
  'files',
  'lock',
  'eye',
  'eye-off',
  'log-out',
  'plus',
  'chevron',
  'award',
  'trophy',
  'star',
  'heart-handshake',
  'graduation-cap',
  'utensils',
  'care',
  'community',
  'support',
  'respect',
  'inclusion',
  'empowerment',
  'collaboration',
  'growth',
  'heart-pulse',
  'scale',
  'search',
  'send',
  'public',
  'private',
] as const

export type IconName = (typeof iconNames)[number]

/** An icon from icons.svg, a separate file that keeps the drawings, their lines and colours out of pages and scripts. */
export function Icon({ name, className }: { name: IconName; className?: string }) {
  return (
    <svg className={className} width="24" height="24" aria-hidden="true">
      <use href={`${sprite}#${name}`} />
    </svg>
  )
}
