import { namedPicture, sourcesOf } from '~/domain/website/picture'
import { useCentre } from '~/ui/browser/root-data'
import { classes } from '~/ui/classes'
import sprite from '~/ui/icons.svg?url&no-inline'

/** The centre's whole logo, as high as `className`, at most as broad as `room`. Silent: the name stands beside it. */
export function Logo({ className, room }: { className: string; room: string }) {
  const { logo } = useCentre()
  const upload = logo ? namedPicture(logo) : null
  if (!upload)
    return (
      <svg className={className} width={64} height={64} aria-hidden="true" focusable="false">
        <use href={`${sprite}#logo`} />
      </svg>
    )
  const [, webp, fallback] = sourcesOf(upload)
  // The smallest version is about twice as wide as it is shown at most.
  const smallest = (srcSet: string) => srcSet.split(' ', 1)[0]
  return (
    <picture className="contents">
      <source type={webp.type} srcSet={smallest(webp.srcSet)} />
      <img
        src={smallest(fallback.srcSet)}
        alt=""
        width={upload.width}
        height={upload.height}
        className={classes(className, room, '!w-auto object-contain')}
      />
    </picture>
  )
}
