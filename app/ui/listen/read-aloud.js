// Reads a part of the page aloud, sentence by sentence, by a voice of the device itself; others would send the words away.
// A plain script, since most pages that have it have no other. It changes nothing that React rendered but attributes of its own.
;(() => {
  const speech = window.speechSynthesis
  if (!speech || window.listens) return
  window.listens = true
  const root = document.documentElement
  let reading = null
  let isSlow = false

  /** A local voice that speaks English, Irish or British before others. */
  const voice = () => {
    const local = speech.getVoices().filter(({ localService, lang }) => localService && /^en/i.test(lang))
    return local.find(({ lang }) => /IE/i.test(lang)) || local.find(({ lang }) => /GB/i.test(lang)) || local[0]
  }
  const offer = () => root.toggleAttribute('data-voice', Boolean(voice()))

  const BLOCKS = 'h1,h2,h3,h4,p,li,dt,dd,time,caption,th,td'
  const isRead = (block) =>
    !block.querySelector(BLOCKS) && !block.closest('.listen,[aria-hidden]') && block.getClientRects().length > 0

  /** The sentences of a block, each with its range. A voice stops silently in the midst of a long text. */
  const sentencesIn = (block) => {
    const nodes = []
    const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT)
    let text = ''
    while (walker.nextNode()) {
      nodes.push([text.length, walker.currentNode])
      text += walker.currentNode.data
    }
    const parts =
      window.Intl && Intl.Segmenter
        ? [...new Intl.Segmenter('en', { granularity: 'sentence' }).segment(text)].map(({ segment }) => segment)
        : text.match(/[^.!?]+[.!?]*\s*/g) || []
    let at = 0
    return parts
      .map((part) => {
        const range = document.createRange()
        const place = (offset) => {
          const [start, node] = nodes.filter(([from]) => from <= offset).pop()
          return [node, Math.min(offset - start, node.data.length)]
        }
        range.setStart(...place(at))
        at += part.length
        range.setEnd(...place(at))
        return { words: part.trim(), range, block }
      })
      .filter(({ words }) => /[\p{L}\p{N}]/u.test(words))
  }

  const mark = (range) => {
    if (!window.Highlight || !CSS.highlights) return
    if (range) CSS.highlights.set('listen', new Highlight(range))
    else CSS.highlights.delete('listen')
  }

  const stop = () => {
    if (!reading) return
    const { controls, timer } = reading
    reading = null
    clearInterval(timer)
    speech.cancel()
    mark(null)
    const hadFocus = controls.contains(document.activeElement)
    controls.removeAttribute('data-reading')
    if (hadFocus) controls.querySelector('[value="listen"]').focus({ preventScroll: true })
  }

  const say = () => {
    const { sentences, at } = reading
    if (at === sentences.length) return stop()
    const { words, range, block } = sentences[at]
    mark(range)
    block.scrollIntoView({ block: 'nearest' })
    const spoken = new SpeechSynthesisUtterance(words)
    spoken.voice = voice()
    spoken.lang = spoken.voice ? spoken.voice.lang : 'en-IE'
    spoken.rate = isSlow ? 0.7 : 1
    const isCurrent = () => reading && reading.spoken === spoken
    spoken.onend = () => {
      if (!isCurrent()) return
      reading.at++
      say()
    }
    spoken.onerror = () => isCurrent() && stop()
    reading.spoken = spoken
    speech.speak(spoken)
  }

  const read = (controls) => {
    stop()
    const part = document.getElementById(controls.dataset.listen)
    const sentences = part ? [...part.querySelectorAll(BLOCKS)].filter(isRead).flatMap(sentencesIn) : []
    // What is read may leave the page without the page being left.
    const timer = setInterval(() => part.isConnected || stop(), 300)
    reading = { controls, sentences, at: 0, timer }
    controls.setAttribute('data-reading', '')
    controls.querySelector('[value="stop"]').focus({ preventScroll: true })
    say()
  }

  addEventListener('click', ({ target }) => {
    const button = target.closest?.('.listen button')
    if (!button) return
    if (button.value === 'listen') read(button.closest('.listen'))
    else if (button.value === 'stop') stop()
    else {
      isSlow = !isSlow
      button.setAttribute('aria-pressed', isSlow)
      if (!reading) return
      reading.spoken = null
      speech.cancel()
      say()
    }
  })
  addEventListener('pagehide', stop)
  speech.onvoiceschanged = offer
  offer()
})()
