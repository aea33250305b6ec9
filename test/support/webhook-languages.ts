/**
 * The functions of docs/guides/webhooks.md that check a signature, each run as it is there by a program of its own language. The program
 * reads a delivery from each line, as `secret id timestamp signature body`, all in base64, and prints whether it is genuine.
 */
import { spawn, spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'

export type Delivery = { secret: string; id: string; timestamp: string; signature: string; body: string }

type Language = {
  /** Its mark in the guide. */
  readonly name: string
  /** What has to be there, with an argument that makes it end at once. */
  readonly needs: readonly [string, string]
  /** The name of the guide’s code, and what is before it in a file. */
  readonly file: string
  readonly head?: string
  readonly program: { readonly file: string; readonly code: string }
  readonly commands: readonly (readonly [string, ...string[]])[]
}

const node = process.execPath

export const languages: readonly Language[] = [
  {
    name: 'js',
    needs: [node, '--version'],
    file: 'webhook.mjs',
    program: {
      file: 'program.mjs',
      code: `
import { readFileSync } from 'node:fs'
import { isGenuine } from './webhook.mjs'
for (const line of readFileSync(0, 'utf8').trim().split('\\n')) {
  const [body, ...texts] = line.split(' ').map((part) => Buffer.from(part, 'base64')).reverse()
  console.log(isGenuine(...texts.reverse().map(String), body))
}`,
    },
    commands: [[node, 'program.mjs']],
  },
  {
    name: 'python',
    needs: ['python3', '--version'],
    file: 'webhook.py',
    program: {
      file: 'program.py',
      code: `
import base64, sys
from webhook import is_genuine
for line in sys.stdin:
    *texts, body = [base64.b64decode(part) for part in line.split()]
    print(str(is_genuine(*[text.decode() for text in texts], body)).lower())`,
    },
    commands: [['python3', 'program.py']],
  },
  {
    name: 'ruby',
    needs: ['ruby', '--version'],
    file: 'webhook.rb',
    program: {
      file: 'program.rb',
      code: `
require_relative "webhook"
STDIN.each_line { |line| puts genuine?(*line.split.map { |part| part.unpack1("m") }) }`,
    },
    commands: [['ruby', 'program.rb']],
  },
  {
    name: 'php',
    needs: ['php', '--version'],
    file: 'webhook.php',
    head: '<?php\n',
    program: {
      file: 'program.php',
      code: `<?php
require 'webhook.php';
while (($line = fgets(STDIN)) !== false) {
    echo json_encode(is_genuine(...array_map('base64_decode', explode(' ', trim($line))))), "\\n";
}`,
    },
    commands: [['php', 'program.php']],
  },
  {
    name: 'go',
    needs: ['go', 'version'],
    file: 'webhook.go',
    program: {
      file: 'program.go',
      code: `
package main

import (
	"bufio"
	"encoding/base64"
	"fmt"
	"os"
	"strings"
)

func main() {
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		var parts []string
		for _, part := range strings.Split(lines.Text(), " ") {
			bytes, _ := base64.StdEncoding.DecodeString(part)
			parts = append(parts, string(bytes))
		}
		fmt.Println(IsGenuine(parts[0], parts[1], parts[2], parts[3], []byte(parts[4])))
	}
}`,
    },
    commands: [['go', 'run', 'program.go', 'webhook.go']],
  },
  {
    name: 'java',
    needs: ['javac', '--version'],
    file: 'SondeWebhook.java',
    program: {
      file: 'Program.java',
      code: `
import java.util.Base64;
import java.util.Scanner;

class Program {
  public static void main(String[] arguments) throws Exception {
    for (Scanner lines = new Scanner(System.in); lines.hasNextLine(); ) {
      byte[][] parts = java.util.Arrays.stream(lines.nextLine().split(" ")).map(Base64.getDecoder()::decode).toArray(byte[][]::new);
      System.out.println(SondeWebhook.isGenuine(new String(parts[0]), new String(parts[1]), new String(parts[2]), new String(parts[3]), parts[4]));
    }
  }
}`,
    },
    commands: [
      ['javac', 'SondeWebhook.java', 'Program.java'],
      ['java', '-cp', '.', 'Program'],
    ],
  },
]

/** @returns false, or why it is not tested here */
export const skipOf = ({ name, needs: [command, argument] }: Language): string | false =>
  spawnSync(command, [argument]).status === 0
    ? false
    : `NOT TESTED: the check of signatures in ${name}, because ${command} is not installed`

async function codeIn({ name, head = '' }: Language): Promise<string> {
  const guide = await readFile(resolve(import.meta.dirname, '../../docs/guides/webhooks.md'), 'utf8')
  const found = guide.split(`\`\`\`${name}\n`).slice(1)
  if (found.length !== 1) throw new Error(`The guide has ${found.length} pieces of ${name}`)
  return head + found[0].split('\n```')[0] + '\n'
}

const base64 = (value: string): string => Buffer.from(value).toString('base64')

const lineOf = ({ secret, id, timestamp, signature, body }: Delivery): string =>
  [secret, id, timestamp, signature, body].map(base64).join(' ')

/** @returns what the guide’s function says of each, in order */
export async function verdictsIn(language: Language, deliveries: readonly Delivery[]): Promise<boolean[]> {
  const folder = await mkdtemp(join(tmpdir(), 'sonde-webhook-'))
  try {
    await writeFile(join(folder, language.file), await codeIn(language))
    await writeFile(join(folder, language.program.file), language.program.code.trimStart())
    let output = ''
    for (const [command, ...words] of language.commands) {
      const child = spawn(command, words, { cwd: folder })
      const code = new Promise<number | null>((closed) => child.once('close', closed))
      child.stdin.end(deliveries.map((one) => `${lineOf(one)}\n`).join(''))
      const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)])
      if ((await code) !== 0) throw new Error(`${language.name}: ${err}`)
      output = out
    }
    return output
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
