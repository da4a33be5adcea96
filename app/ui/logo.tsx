import { namedPicture, sourcesOf } from '~/domain/website/picture'
import { classes } from './classes'
import sprite from './icons.svg?url&no-inline'
import { useCentre } from './root-data'

/** The centre's logo, whole in a square; silent, since the centre's name stands beside it. Ours is in the file of all symbols. */
export function Logo({ className }: { className: string }) {
  const { logo } = useCentre()
  const upload = logo ? namedPicture(logo) : null
  if (!upload)
    return (
      <svg className={className} width={64} height={64} aria-hidden="true" focusable="false">
        <use href={`${sprite}#logo`} />
      </svg>
    )
  const [, webp, fallback] = sourcesOf(upload)
  // The smallest version is four times as wide as it is shown.
  const smallest = (srcSet: string) => srcSet.split(' ', 1)[0]
  return (
    <picture className="contents">
      <source type={webp.type} srcSet={smallest(webp.srcSet)} />
      <img
        src={smallest(fallback.srcSet)}
        alt=""
        width={64}
        height={64}
        className={classes(className, 'object-contain')}
      />
    </picture>
  )
}
