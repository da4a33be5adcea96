import { isLoopback } from './http/limits/network'
import { sessionSecret } from './session-secret.server'

type Environment = Record<string, string | undefined>

/**
 * The settings that scripts/start adds where `environment` has none: a demonstration on localhost. Only there is the password a
 * known one; a demonstration that others can reach makes a new one at each start.
 */
export function firstTry(environment: Environment): Environment {
  const HOST = environment.HOST || '127.0.0.1'
  const onlyHere = isLoopback(HOST) && !environment.PUBLIC_URL && !Number(environment.TRUST_PROXY)
  return {
    HOST,
    PORT: environment.PORT || '3000',
    DEMO: environment.DEMO || '1',
    SESSION_SECRET: environment.SESSION_SECRET || sessionSecret(environment.DATA_DIR || 'data'),
    DEMO_PASSWORD: environment.DEMO_PASSWORD || (onlyHere ? 'riverbank-demo' : ''),
  }
}
