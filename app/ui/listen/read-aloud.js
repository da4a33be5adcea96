// Reads a part of the page aloud, sentence by sentence, with a local voice; network voices would send the text away.
// A plain script, since most pages with it have no other. It changes only its own attributes in React's markup.
;(() => {
  const speech = window.speechSynthesis
  if (!speech || window.listens) return
  let reading = null
  let isSlow = false

  /** Returns a local English voice; Irish, then British ones are preferred. */
  const findVoice = () => {
    const local = speech.getVoices().filter(({ localService, lang }) => localService && /^en/i.test(lang))
    return local.find(({ lang }) => /IE/i.test(lang)) || local.find(({ lang }) => /GB/i.test(lang)) || local[0]
  }
  const formatButton = (label, classes) =>
    `<button type="button" value="${label.toLowerCase()}" class="${classes}" ${label === 'Slower' ? `aria-pressed="${isSlow}"` : ''}>${label}</button>`
  /** Shows Listen, or Stop and Slower while this part is read. Served buttons would be useless in text browsers. */
  const showButtons = (place) => {
    const labels = reading?.controls.contains(place) ? ['Stop', 'Slower'] : ['Listen']
    place.className = 'mt-4 flex flex-wrap gap-3'
    place.innerHTML = labels.map((label) => formatButton(label, place.dataset.button)).join(' ')
  }
  /** Adds buttons where there are none yet, if the device has a voice. */
  const addButtons = () => {
    if (findVoice()) for (const place of document.querySelectorAll('.listen > p:empty')) showButtons(place)
  }

  /** Returns an element's visible child nodes: only the summary of a closed <details>. */
  const listVisibleNodes = (element) =>
    element.matches('details:not([open])')
      ? [...element.children].filter((child) => child.matches('summary')).slice(0, 1)
      : element.childNodes

  /**
   * Returns the lines of an element as laid out: blocks, <br>, line ends of preformatted text. Each has its text and its text nodes,
   * with the start offsets in both, and the number of the list's item that it begins. Contains all visible text except the buttons of
   * Listen.
   */
  const listLines = (element) => {
    const lines = []
    const endLine = () => lines.push({ text: '', pieces: [] })
    // Inline boxes, such as button-sized links, and visually hidden text need a separating space.
    let isApart = false
    // The number of an item whose text has not begun.
    let marker = ''

    const addText = (node, { visibility, whiteSpace }) => {
      const range = document.createRange()
      range.selectNodeContents(node)
      const isLaidOut = range.getClientRects().length > 0 || !node.data.trim()
      if (visibility !== 'visible' || !isLaidOut) return
      let from = 0
      for (const words of /pre|break/.test(whiteSpace) ? node.data.split('\n') : [node.data]) {
        if (from > 0) endLine()
        const line = lines[lines.length - 1]
        if (isApart && line.text && /^[\p{L}\p{N}[]/u.test(words)) line.text += ' '
        isApart = false
        if (marker && words.trim()) {
          line.marker = marker
          marker = ''
        }
        line.pieces.push({ at: line.text.length, node, from })
        line.text += words.replace(/\s/g, ' ')
        from += words.length + 1
      }
    }

    const addElement = (element, isInBox, number) => {
      const style = getComputedStyle(element)
      if (style.display === 'none' || element.matches('.listen')) return
      const isItem = style.display === 'list-item'
      if (isItem) marker += formatMarker(number, style.listStyleType)
      const isBox = isInBox || /^inline-/.test(style.display)
      const separate = () => {
        // A raised figure is no part of the number before it.
        const isApartFigure = element.matches('sup') && /\d/.test(element.textContent)
        if (isBox || isApartFigure || style.position === 'absolute') isApart = true
        else if (!/^(inline|contents)$/.test(style.display)) endLine()
      }
      if (element.matches('br')) endLine()
      separate()
      const isCrossedOut = !isAnnounced && element.matches('s')
      if (isCrossedOut) lines[lines.length - 1].text += '(crossed out: '
      let itemNumber = element.start ?? 1
      for (const node of listVisibleNodes(element)) {
        if (node.nodeType === Node.TEXT_NODE) addText(node, style)
        else if (node.nodeType === Node.ELEMENT_NODE) {
          if (node.hasAttribute('value')) itemNumber = node.value
          addElement(node, isBox, itemNumber++)
        }
      }
      if (isCrossedOut) lines[lines.length - 1].text += ')'
      if (isItem) marker = ''
      separate()
    }

    // The pages of Word documents say in words what is crossed out.
    const isAnnounced = element.querySelector('s > .sr-only') !== null
    endLine()
    addElement(element, false)
    return lines.filter(({ text }) => text.trim())
  }

  /** The number that a browser shows before an item, with Roman numerals as voices understand them; empty for bullets. */
  const formatMarker = (number, listStyle) => {
    const [, letters] = /^(lower|upper)-(?:alpha|latin)$/.exec(listStyle) || []
    if (!letters && !/^decimal$|-roman$/.test(listStyle)) return ''
    if (!letters || number < 1 || number > 26) return `${number}. `
    return `${String.fromCharCode((letters === 'lower' ? 96 : 64) + number)}. `
  }

  /** Names of boxes and ticks, since voices leave out signs. */
  const nameBoxes = (text) =>
    text
      .replace(/[☒☑✓✔✅]/g, ' Ticked: ')
      .replace(/[☐□⬜]/g, ' Not ticked: ')
      .replace(/[✗✘✕✖❌❎]/g, ' Cross: ')
  const hasLetters = (text) => /[\p{L}\p{N}]/u.test(text)

  /** Splits a text into sentences, which end at a space. Symbols without letters are joined to a neighbour. */
  const splitSentences = (text) => {
    const parts =
      window.Intl && Intl.Segmenter
        ? [...new Intl.Segmenter('en', { granularity: 'sentence' }).segment(text)].map(({ segment }) => segment)
        : text.replace(/[.!?] /g, '$&\0').split('\0')
    const sentences = []
    for (const part of parts) {
      const last = sentences.length - 1
      // Without a space, the mark is within an address.
      const isEnded = last >= 0 && /\s$/.test(sentences[last])
      if (last >= 0 && !(isEnded && hasLetters(part) && hasLetters(sentences[last]))) sentences[last] += part
      else sentences.push(part)
    }
    return sentences
  }

  /** Splits a line into sentences with their ranges, because voices stop silently within long texts. */
  const listSentences = ({ text, pieces, marker = '' }) => {
    const findPosition = (offset) => {
      // Our words before the first text have no place.
      const { at, node, from } = pieces.filter((piece) => piece.at <= offset).pop() ?? pieces[0]
      return [node, Math.min(from + Math.max(0, offset - at), node.data.length)]
    }
    let at = 0
    return splitSentences(text).map((sentence, index) => {
      const range = document.createRange()
      range.setStart(...findPosition(at))
      at += sentence.length
      range.setEnd(...findPosition(at))
      const words = nameBoxes(sentence).replace(/ +/g, ' ').trim()
      return { words: index === 0 ? marker + words : words, range }
    })
  }

  const highlight = (range) => {
    if (!window.Highlight || !CSS.highlights) return
    if (range) CSS.highlights.set('listen', new Highlight(range))
    else CSS.highlights.delete('listen')
  }

  const stopReading = () => {
    if (!reading) return
    const { controls, timer } = reading
    reading = null
    clearInterval(timer)
    speech.cancel()
    highlight(null)
    const hadFocus = controls.contains(document.activeElement)
    showButtons(controls.querySelector('p'))
    if (hadFocus) controls.querySelector('[value="listen"]').focus({ preventScroll: true })
  }

  const speakNext = () => {
    const { sentences, at } = reading
    if (at === sentences.length) return stopReading()
    const { words, range } = sentences[at]
    highlight(range)
    range.startContainer.parentElement?.scrollIntoView({ block: 'nearest' })
    const spoken = new SpeechSynthesisUtterance(words)
    spoken.voice = findVoice()
    spoken.lang = spoken.voice ? spoken.voice.lang : 'en-IE'
    spoken.rate = isSlow ? 0.7 : 1
    const isCurrent = () => reading && reading.spoken === spoken
    spoken.onend = () => {
      if (!isCurrent()) return
      reading.at++
      speakNext()
    }
    spoken.onerror = () => isCurrent() && stopReading()
    reading.spoken = spoken
    speech.speak(spoken)
  }

  const startReading = (controls) => {
    stopReading()
    const part = document.getElementById(controls.dataset.listen)
    const fold = part?.closest('details')
    if (fold) fold.open = true
    const sentences = (part ? listLines(part) : []).flatMap(listSentences)
    // The part may be removed without leaving the page.
    const timer = setInterval(() => part.isConnected || stopReading(), 300)
    reading = { controls, sentences, at: 0, timer }
    showButtons(controls.querySelector('p'))
    controls.querySelector('[value="stop"]').focus({ preventScroll: true })
    speakNext()
  }

  addEventListener('click', ({ target }) => {
    const button = target.closest?.('.listen button')
    if (!button) return
    if (button.value === 'listen') startReading(button.closest('.listen'))
    else if (button.value === 'stop') stopReading()
    else {
      isSlow = !isSlow
      button.setAttribute('aria-pressed', isSlow)
      if (!reading) return
      reading.spoken = null
      speech.cancel()
      speakNext()
    }
  })
  addEventListener('pagehide', stopReading)
  window.listens = addButtons
  speech.onvoiceschanged = addButtons
  addButtons()
})()
