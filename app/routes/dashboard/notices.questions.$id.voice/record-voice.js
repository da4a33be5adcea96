// Records a voice on the page, and puts it into the form's file field. A plain script, since the page has no other.
;(() => {
  const recorder = document.getElementById('recorder')
  const input = document.getElementById('recording')
  if (!recorder || !input || !window.MediaRecorder || !navigator.mediaDevices) return
  const find = (name) => recorder.querySelector(`[data-${name}]`)
  const [button, label, left, status, player, other] = 'button label left status player other'.split(' ').map(find)
  const fileField = document.getElementById('recording-file')
  const max = Number(recorder.dataset.seconds)
  /** Speech is clear at this rate, and a minute stays far below the largest recording. */
  const bitsPerSecond = 64_000
  let recording = null

  const toFileList = (file) => {
    const transfer = new DataTransfer()
    transfer.items.add(file)
    return transfer.files
  }
  try {
    toFileList(new File([], 'voice'))
  } catch {
    return
  }

  const showFileField = () => {
    fileField.hidden = false
    other.hidden = true
  }
  const say = (words) => {
    status.textContent = words
  }
  const showLeft = (seconds) => {
    left.textContent = seconds === 1 ? '1 second left' : `${seconds} seconds left`
  }
  const setRecording = (isRecording) => {
    label.textContent = isRecording ? 'Stop' : input.files.length > 0 ? 'Record again' : 'Record'
    find('circle').hidden = isRecording
    find('square').hidden = !isRecording
    left.hidden = !isRecording
  }

  const causes = {
    NotAllowedError:
      'We cannot use your microphone. Allow it in your browser, and press Record again. Or choose a file.',
    NotFoundError: 'We found no microphone. You can choose a file.',
  }
  const showFailure = ({ name }) => {
    say(causes[name] ?? 'We could not record. Press Record again, or choose a file.')
    showFileField()
  }

  const stop = () => {
    if (recording?.media.state === 'recording') recording.media.stop()
  }

  const finish = ({ media, stream, chunks, timer }) => {
    clearInterval(timer)
    for (const track of stream.getTracks()) track.stop()
    recording = null
    if (!chunks.some(({ size }) => size > 0)) {
      setRecording(false)
      showFailure({})
      return
    }
    const type = (media.mimeType || 'audio/webm').split(';')[0]
    input.files = toFileList(new File(chunks, `voice.${type === 'audio/mp4' ? 'm4a' : 'webm'}`, { type }))
    URL.revokeObjectURL(player.src)
    player.src = URL.createObjectURL(input.files[0])
    player.hidden = false
    setRecording(false)
    say('Your recording is ready. You can hear it here. Then press Send.')
  }

  const start = async () => {
    // A second press while the browser asks for the microphone.
    if (recording) return
    recording = { media: { state: 'asked' } }
    try {
      const stream = await navigator.mediaDevices.getUserMedia({ audio: true })
      recording.stream = stream
      const media = new MediaRecorder(stream, { audioBitsPerSecond: bitsPerSecond })
      const chunks = []
      const begin = Date.now()
      let announced = false
      const tick = () => {
        const seconds = Math.max(0, Math.ceil(max - (Date.now() - begin) / 1000))
        showLeft(seconds)
        if (seconds <= 10 && !announced) {
          announced = true
          say('10 seconds left.')
        }
        if (seconds === 0) stop()
      }
      recording = { media, stream, chunks, timer: setInterval(tick, 250) }
      media.ondataavailable = ({ data }) => chunks.push(data)
      media.onstop = () => finish(recording)
      media.start()
      player.pause()
      player.hidden = true
      setRecording(true)
      tick()
      say('Recording. Speak now.')
    } catch (error) {
      clearInterval(recording.timer)
      for (const track of recording.stream?.getTracks() ?? []) track.stop()
      recording = null
      setRecording(false)
      showFailure(error)
    }
  }

  button.addEventListener('click', () => (recording ? stop() : start()))
  other.addEventListener('click', () => {
    showFileField()
    input.focus()
  })
  input.form.addEventListener('submit', (event) => {
    if (recording) {
      event.preventDefault()
      stop()
    } else if (input.files.length === 0) {
      event.preventDefault()
      say(recorder.dataset.missing)
      button.focus()
    }
  })
  addEventListener('pagehide', stop)
  // A hidden field could not show the browser's own message.
  input.required = false
  fileField.hidden = true
  recorder.hidden = false
})()
