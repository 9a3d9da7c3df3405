// The YAML of azure.yaml as an object: maps, and lists of words, by indentation. Anything else is refused.

export function yamlOf(text) {
  const lines = text
    .split('\n')
    .map((line, at) => ({ line: at + 1, indent: line.search(/\S/), text: line.replace(/^\s*#.*$|\s+#.*$/, '').trim() }))
    .filter((line) => line.text);
  const [value, rest] = block(lines, 0);
  if (rest.length > 0) {
    throw new Error(`line ${rest[0].line}: '${rest[0].text}' cannot be read`);
  }
  return value;
}

/** The block that is indented by `indent`, and the lines after it. */
function block(lines, indent) {
  return lines[0]?.text.startsWith('- ') ? list(lines, indent) : map(lines, indent);
}

function list(lines, indent) {
  const items = [];
  let rest = lines;
  while (rest[0]?.indent === indent && rest[0].text.startsWith('- ')) {
    items.push(word(rest[0].text.slice(2)));
    rest = rest.slice(1);
  }
  return [items, rest];
}

function map(lines, indent) {
  const found = {};
  let rest = lines;
  while (rest[0]?.indent === indent) {
    const [, name, value] = /^([\w-]+):(?: +(.*))?$/.exec(rest[0].text) ?? [];
    if (!name) {
      throw new Error(`line ${rest[0].line}: '${rest[0].text}' cannot be read`);
    }
    rest = rest.slice(1);
    if (value) {
      found[name] = word(value);
    } else {
      [found[name], rest] = block(rest, rest[0]?.indent ?? 0);
    }
  }
  return [found, rest];
}

function word(text) {
  return text.trim().replace(/^(['"])(.*)\1$/, '$2');
}
