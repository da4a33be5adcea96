import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { LargeImage } from './file-image'

const show = (width: number, height: number) =>
  renderToStaticMarkup(<LargeImage file={{ url: '/files/1', title: 'Our street', width, height }} />)

test('a panorama scrolls sideways, also by keys, and loads as many pixels as it shows', () => {
  for (const [width, height, shown] of [
    [5400, 1080, 2000],
    [900, 300, 900],
    [16_000, 560, 11_429],
  ] as const) {
    const html = show(width, height)
    expect(html).toMatch(/^<section aria-label="Our street, a wide picture" tabindex="0"/)
    expect(html).toContain(`sizes="${shown}px"`)
  }
})

test('other pictures do not scroll sideways', () => {
  for (const [width, height] of [
    [1080, 5400],
    [2400, 1600],
    [2400, 801],
  ] as const)
    expect(show(width, height)).toMatch(/^<img /)
})
