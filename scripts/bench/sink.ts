import { fork } from 'node:child_process'
import { once } from 'node:events'

/** A mail server that counts what it takes, in a process of its own. */
export interface Sink {
  port: number
  /** How many mails it has taken, and when the last one came. */
  count: () => Promise<{ taken: number; last: number }>
  stop: () => Promise<void>
}

/** Starts a mail server on 127.0.0.1. */
export async function startSink(): Promise<Sink> {
  const child = fork(new URL('./mail-sink.ts', import.meta.url))
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  return {
    port,
    count: async () => {
      const answer = once(child, 'message')
      child.send('how many?')
      return ((await answer) as [{ taken: number; last: number }])[0]
    },
    stop: async () => {
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
    },
  }
}
