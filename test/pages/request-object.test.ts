/** What the detail of a logged request leads to. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { objectOf } from '../../web/applications/request-object.ts'

const id = (kind: string): string => `${kind}_01m8p4q626f689bb7htpmm4nch`

const cases: [path: string, to: string | null][] = [
  [`/api/pulses/${id('pls')}/results`, `/app/pulses/${id('pls')}/live`],
  [`/api/check-ins/${id('chk')}`, `/app/check-ins/${id('chk')}/live`],
  [`/api/teams/${id('tem')}/members/${id('mem')}`, `/app/directory?member=${id('mem')}`],
  [`/api/webhooks/${id('whk')}/deliveries/${id('whd')}`, `/developers/webhooks/${id('whk')}`],
  ['/api/pulses/{id}/deliveries', null],
  ['/api/teams', null],
  [`/api/exports/${id('xpt')}`, null],
  [`/api/x${id('pls')}`, null],
]

for (const [path, to] of cases)
  test(`${path} leads to ${to ?? 'nothing'}`, () => assert.equal(objectOf(path)?.to ?? null, to))
