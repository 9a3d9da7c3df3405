// One management library's description of what its service accepts: each class with its properties, whether they
// are required or read-only, and the values that they permit.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const PLACES = ['dist/esm/models', 'dist-esm/src/models'];
const PLAIN = { String: 'string', Uuid: 'string', DateTime: 'string', TimeSpan: 'string', Number: 'integer', Boolean: 'boolean' };

export class Library {
  #mappers;
  #known;
  #declarations;
  #types;

  static async open(name) {
    const root = new URL(`node_modules/@azure/${name}/`, import.meta.url).pathname;
    const folder = PLACES.map((place) => join(root, place)).find((place) => existsSync(place));
    const library = new Library();
    library.#mappers = await scriptOf(join(folder, 'mappers.js'));
    library.#known = await scriptOf(join(folder, 'index.js'));
    library.#declarations = readFileSync(join(folder, 'index.d.ts'), 'utf8');
    library.#types = new Map();
    return library;
  }

  /** Tree of a class: {type: 'object', properties: {name: tree}}; what it holds is made when it is asked for. */
  object(className) {
    const mapper = this.#mappers[className];
    if (!mapper) {
      throw new Error(`there is no class ${className}`);
    }
    const tree = { type: 'object', properties: {} };
    const { modelProperties = {}, additionalProperties, polymorphicDiscriminator } = mapper.type;
    for (const [name, property] of Object.entries(modelProperties)) {
      place(tree, property.serializedName, this.#property(className, name, property));
    }
    if (additionalProperties) {
      tree.open = true;
    }
    if (polymorphicDiscriminator) {
      tree.by = polymorphicDiscriminator.serializedName.replace(/\\/g, '');
      tree.kinds = (kind) => this.#kind(mapper.type.uberParent ?? className, kind);
      tree.kindNames = Object.keys(this.#mappers.discriminators)
        .filter((key) => key.startsWith(`${mapper.type.uberParent ?? className}.`))
        .map((key) => key.slice(key.indexOf('.') + 1));
    }
    return tree;
  }

  #kind(parent, kind) {
    const found = this.#mappers.discriminators[`${parent}.${kind}`];
    return found && this.object(found.type.className);
  }

  #property(className, name, property) {
    const tree = this.#type(property.type, () => this.#values(className, name));
    const { required, readOnly } = property;
    return Object.assign(tree, required && { required }, readOnly && { readOnly });
  }

  #type(type, values) {
    switch (type.name) {
      case 'Composite':
        return { type: 'object', of: () => this.object(type.className) };
      case 'Sequence':
        return { type: 'list', item: this.#type(type.element.type, values) };
      case 'Dictionary':
        return { type: 'map', item: this.#type(type.value.type, values) };
      case 'Enum':
        return { type: 'string', values: [...type.allowedValues] };
      default: {
        const plain = { type: PLAIN[type.name] ?? 'any' };
        const permitted = plain.type === 'string' ? values() : undefined;
        return permitted ? { ...plain, values: permitted } : plain;
      }
    }
  }

  /** The values of the enumeration that a property is declared with; undefined where it is any text. */
  #values(className, name) {
    const declared = this.#declared(className).get(name);
    const known = this.#known[`Known${declared}`];
    return known && Object.values(known);
  }

  /** The type that each property of an interface and of those that it extends is declared with. */
  #declared(className) {
    if (!this.#types.has(className)) {
      const found = new Map();
      const body = new RegExp(`export (?:declare )?interface ${className}(?: extends ([\\w, ]+))? \\{([\\s\\S]*?)\\n\\}`)
        .exec(this.#declarations);
      for (const parent of body?.[1]?.split(/, */) ?? []) {
        this.#declared(parent.trim()).forEach((type, name) => found.set(name, type));
      }
      for (const [, name, type] of (body?.[2] ?? '').matchAll(/^ {4}(?:readonly )?(\w+)\??: (\w+)(?:\[\])?;/gm)) {
        found.set(name, type);
      }
      this.#types.set(className, found);
    }
    return this.#types.get(className);
  }
}

/** A library of an earlier kind says nothing of being a module: so its text is taken as one. */
async function scriptOf(path) {
  const text = readFileSync(path, 'utf8').replace(/^\/\/# sourceMappingURL.*$/m, '');
  return import(`data:text/javascript;base64,${Buffer.from(text).toString('base64')}`);
}

/** `properties.x` of a flattened class becomes an object `properties` that holds `x`. */
function place(tree, serializedName, property) {
  const names = serializedName.split(/(?<!\\)\./).map((name) => name.replace(/\\/g, ''));
  let at = tree;
  for (const name of names.slice(0, -1)) {
    at.properties[name] ??= { type: 'object', properties: {} };
    if (property.required) {
      at.properties[name].required = true;
    }
    at = at.properties[name];
  }
  at.properties[names[names.length - 1]] = property;
}
