import { getPictureSources, parsePictureName } from '~/domain/website/picture'
import { useCentre } from '~/ui/browser/root-data'
import { classes } from '~/ui/classes'
import sprite from '~/ui/icons.svg?url&no-inline'

/** The centre's logo; `className` sets its height, `maxWidthClass` its maximum width. It needs no alt text next to the name. */
export function Logo({ className, maxWidthClass }: { className: string; maxWidthClass: string }) {
  const { logo } = useCentre()
  const upload = logo ? parsePictureName(logo) : null
  if (!upload)
    return (
      <svg className={className} width={64} height={64} aria-hidden="true">
        <use href={`${sprite}#logo`} />
      </svg>
    )
  const [, webp, fallback] = getPictureSources(upload)
  // The smallest version is about twice the maximum display width.
  const getSmallestSource = (srcSet: string) => srcSet.split(' ', 1)[0]
  return (
    <picture className="contents">
      <source type={webp.type} srcSet={getSmallestSource(webp.srcSet)} />
      <img
        src={getSmallestSource(fallback.srcSet)}
        alt=""
        width={upload.width}
        height={upload.height}
        className={classes(className, maxWidthClass, '!w-auto object-contain')}
      />
    </picture>
  )
}
