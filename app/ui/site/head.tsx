import { paths } from '~/paths'
import type { RootData } from '~/ui/browser/root-data'

/** The website's icons and its colour in browsers' frames: the centre's logo or, without one, our sign in the colours of its theme. */
export function Sign({ centre, colours }: Pick<RootData, 'centre' | 'colours'>) {
  const own = centre.logo ?? colours.theme
  const icon = `${paths.icon}?of=${own}`
  return (
    <>
      <meta name="theme-color" content={colours.river} />
      {own === 'river' ? (
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      ) : (
        <link rel="icon" href={icon} type="image/png" />
      )}
      <link rel="apple-touch-icon" href={icon} />
    </>
  )
}
