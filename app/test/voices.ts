import type { BrowserContext, Page } from 'playwright'

/** A voice of the device, as Listen wants one. */
export const irishVoice = { lang: 'en-IE', localService: true }

/** Fakes the device's voices, which a headless browser lacks, and records what they say. `sayingTakes` is in ms. */
export async function fakeVoices(
  page: Page | BrowserContext,
  voices: { lang: string; localService: boolean }[],
  sayingTakes = 1,
): Promise<void> {
  await page.addInitScript(
    ({ voices, sayingTakes }) => {
      const said: string[] = []
      const synthesis = {
        getVoices: () => voices,
        speak: (spoken: { text: string; rate: number; lang: string; onend: () => void }) => {
          said.push(`${spoken.text} ${spoken.lang} ${spoken.rate}`)
          setTimeout(() => spoken.onend(), sayingTakes)
        },
        cancel: () => sessionStorage.setItem('cancelled', String(said.length)),
      }
      Object.defineProperty(window, 'speechSynthesis', { value: synthesis })
      Object.assign(window, {
        said,
        SpeechSynthesisUtterance: class {
          constructor(readonly text: string) {}
        },
      })
    },
    { voices, sayingTakes },
  )
}

/** What the fake voices have said on a page: the words, the language and the rate of each sentence. */
export const listSaid = (page: Page): Promise<string[]> =>
  page.evaluate(() => (window as unknown as { said: string[] }).said)
