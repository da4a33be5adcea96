import { expect, test } from '~/test/browser'
import { addressIn, screens } from '~/test/screens'
import { Faults, keepsStill, looksWell, readsWell, walksWell } from './measures'

for (const { folder, path, as } of screens())
  test(`${path} as ${as ?? 'a visitor'} (${folder})`, async ({ riverbank, open }) => {
    const page = await open(addressIn(riverbank, path), as && { as })
    const faults = new Faults()
    await looksWell(page, faults)
    await walksWell(page, faults)
    await readsWell(page, faults)
    await keepsStill(page, faults)
    expect(faults.found).toEqual([])
  })
