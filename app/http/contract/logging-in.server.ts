import { z } from 'zod'
import { userRecord } from '~/domain/accounts/record'
import { credentialsWithCode } from '~/domain/accounts/schema'
import { call, type Group, get, json, message, post } from './call.server'

const session = z
  .strictObject({ token: z.string() })
  .meta({ examples: [{ token: 'm5Yq0d1nVb2X8sKfT7wZr4LcJ9hGpE3uQaNiOyRxBtk' }] })

export const loggingIn: Group = {
  name: 'Logging in',
  description: 'Sessions: logging in starts one, logging out ends it.',
  calls: [
    {
      ...post('postLogin', '/api/login', {
        summary: 'Log in',
        description:
          'Starts a session: gives its token and sets its cookie. If the cookie of another session is sent with it, that session ends. Anyone with a second step also sends `code`, from their app or a recovery code; without it the answer is 401, with an error for `code`. 429 after ten wrong tries, 503 while too many people log in at once.',
        takes: json(credentialsWithCode, {
          username: 'demo.tutor',
          password: 'riverbank-demo',
          rememberMe: false,
          code: '123456',
        }),
        gives: session,
        refuses: [401, 429, 503],
      }),
      answers: { status: 200, record: session },
    },
    call(
      'POST',
      'postLogout',
      '/api/logout',
      { summary: 'Log out', description: 'Ends the session: its token and its cookie stop working.' },
      { status: 200, record: message('You have been successfully logged out.') },
    ),
    get('getUser', '/api/user', {
      summary: 'Get the person who is logged in',
      description:
        'Gives the person whose session this is, or null without a session. 401 for a session that has ended.',
      gives: userRecord.nullable(),
      refuses: [401, 403],
    }),
  ],
}
