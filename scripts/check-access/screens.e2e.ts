import { expect, resize, test } from '~/test/browser'
import { addressIn, screens } from '~/test/screens'
import { axeFaults } from './axe'
import { colourPairs, smallTargets } from './seen'
import { walk } from './tab-walk'
import { looks, show, textFaults } from './text'

const WIDTHS = [320, 1280]

for (const { folder, path, as } of screens())
  test(`${path} as ${as ?? 'a visitor'} (${folder})`, async ({ server, open }) => {
    const page = await open(addressIn(server, path), as && { as })
    const faults: string[] = []
    const note = (what: string, found: string[]) => faults.push(...found.map((fault) => `${what}: ${fault}`))
    for (const width of WIDTHS) {
      await resize(page, width)
      note(`axe, ${width} px`, await axeFaults(page))
      note(`small, ${width} px`, await smallTargets(page))
      const { pairs } = await colourPairs(page)
      note(
        `colours, ${width} px`,
        pairs
          .filter(({ contrast, needed }) => contrast < needed)
          .map(({ pair, contrast, where }) => `${pair} is ${contrast.toFixed(2)}, ${where}`),
      )
      note(`${width} px`, (await walk(page)).faults)
    }
    for (const look of looks) {
      await show(page, look)
      note(look.name, await textFaults(page))
    }
    expect(faults).toEqual([])
  })
