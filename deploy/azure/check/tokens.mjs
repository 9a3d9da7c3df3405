// The words of a Bicep file, each with its line. A string keeps its `${…}` parts as token lists of their own.

const SPACE = /[ \t\r]+/y;
const COMMENT = /\/\/[^\n]*|\/\*[\s\S]*?\*\//y;
const NAME = /[A-Za-z_][A-Za-z0-9_]*/y;
const NUMBER = /\d+/y;
const SIGN = /=>|==|!=|=~|!~|<=|>=|&&|\|\||\?\?|\.\?|::|[-+*/%<>!?:.,=()[\]{}@]/y;
const LONG_STRING = /'''[\s\S]*?'''/y;

export class BicepError extends Error {
  constructor(line, message) {
    super(message);
    this.line = line;
  }
}

export function tokensOf(text) {
  const reading = { text, at: 0, line: 1 };
  const tokens = [];
  while (reading.at < text.length) {
    const token = nextToken(reading);
    if (token) {
      tokens.push(token);
    }
  }
  tokens.push({ kind: 'end', text: '', line: reading.line });
  return tokens;
}

function nextToken(reading) {
  if (reading.text[reading.at] === '\n') {
    reading.at++;
    return { kind: 'newline', text: 'the end of the line', line: reading.line++ };
  }
  if (take(reading, SPACE) !== undefined || take(reading, COMMENT) !== undefined) {
    return undefined;
  }
  const line = reading.line;
  const long = take(reading, LONG_STRING);
  if (long !== undefined) {
    return { kind: 'string', text: long.slice(3, -3), parts: [], line };
  }
  if (reading.text[reading.at] === "'") {
    return stringToken(reading);
  }
  for (const [kind, pattern] of [['name', NAME], ['number', NUMBER], ['sign', SIGN]]) {
    const text = take(reading, pattern);
    if (text !== undefined) {
      return { kind, text, line };
    }
  }
  throw new BicepError(line, `'${reading.text[reading.at]}' is no Bicep`);
}

function take(reading, pattern) {
  pattern.lastIndex = reading.at;
  const found = pattern.exec(reading.text)?.[0];
  if (found !== undefined) {
    reading.at += found.length;
    reading.line += found.split('\n').length - 1;
  }
  return found;
}

function stringToken(reading) {
  const { line } = reading;
  const start = ++reading.at;
  const parts = [];
  for (;;) {
    const char = reading.text[reading.at];
    if (char === undefined || char === '\n') {
      throw new BicepError(line, 'this string has no end');
    }
    if (char === "'") {
      return { kind: 'string', text: reading.text.slice(start, reading.at++), parts, line };
    }
    if (char === '\\') {
      reading.at += 2;
    } else if (reading.text.startsWith('${', reading.at)) {
      parts.push(interpolation(reading, line));
    } else {
      reading.at++;
    }
  }
}

/** The tokens between `${` and its `}`. */
function interpolation(reading, line) {
  reading.at += 2;
  const tokens = [];
  for (let depth = 1; ; ) {
    if (reading.at >= reading.text.length) {
      throw new BicepError(line, 'this string has no end');
    }
    const token = nextToken(reading);
    depth += { '{': 1, '}': -1 }[token?.kind === 'sign' ? token.text : ''] ?? 0;
    if (depth === 0) {
      return [...tokens, { kind: 'end', text: '', line }];
    }
    if (token) {
      tokens.push(token);
    }
  }
}
