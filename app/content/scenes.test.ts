import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { getFrame, portraits, scenes } from './scenes'

const shown = [...Object.values(scenes), ...portraits]

test.each(shown.map((scene) => [`${scene.drawing} at ${scene.left},${scene.top}`, scene] as const))(
  'the scene %s is a part of its drawing',
  (_, { drawing, left, top, size }) => {
    const { x, y, width, height } = getFrame(drawing)
    expect(readFileSync(`public/pictures/${drawing}.svg`, 'utf8')).toContain(
      ` width="${width}" height="${height}" viewBox="${x} ${y} ${width} ${height}"`,
    )
    expect([left - x, top - y, x + width - left - size, y + height - top - size].filter((room) => room < 0)).toEqual([])
  },
)
