/** Who may see what is meant for the person at this machine. */
import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import type { Addresses } from '../http/server.ts'

const loopback = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/
const localNames = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/
const forwarding = /^(forwarded|via|x-real-ip|x-forwarded-.*)$/

/**
 * Whether the request was sent on this machine, to this machine. The host name is checked too: a page elsewhere that points its own name
 * at this machine gets nothing. The peer alone says little: a proxy on this machine is one, and some add no header at all.
 */
const isDirect = ({ socket, headers }: Pick<FastifyRequest, 'socket' | 'headers'>): boolean =>
  loopback.test(socket.remoteAddress ?? '') &&
  localNames.test(headers.host ?? '') &&
  !Object.keys(headers).some((name) => forwarding.test(name))

/** @returns whether the request was sent on this machine to a service that is not in production: not so declared, and only known here */
export const directCheck =
  ({ production }: Pick<Config, 'production'>, addresses: Addresses) =>
  (request: Pick<FastifyRequest, 'socket' | 'headers'>): boolean =>
    !production && isLocalService(addresses) && isDirect(request)

/** Whether the addresses of the service lead to this machine. */
export const isLocalService = ({ baseUrl, developerUrl }: Addresses): boolean =>
  [baseUrl, developerUrl].every((address) => localNames.test(URL.parse(address)?.host ?? ''))
