// The linter of the page's scripts: mistakes that types do not show, and what this page must never do.

/** Ways to turn text into markup or code, and to keep something in the browser beyond the page's address. */
const FORBIDDEN = new Map([
  ["innerHTML", "text must stay text: build elements with dom.js"],
  ["outerHTML", "text must stay text: build elements with dom.js"],
  ["insertAdjacentHTML", "text must stay text: build elements with dom.js"],
  ["document.write", "text must stay text: build elements with dom.js"],
  ["DOMParser", "text must stay text: build elements with dom.js"],
  ["eval", "no code is made of text"],
  ["Function", "no code is made of text"],
  ["localStorage", "state belongs into the address, notes beside the capture"],
  ["sessionStorage", "state belongs into the address, notes beside the capture"],
  ["indexedDB", "state belongs into the address, notes beside the capture"],
  ["XMLHttpRequest", "the page asks through source.js"],
  ["WebSocket", "the page asks through source.js"],
  ["console", "nobody reads the console; say it on the page"],
  ["alert", "say it on the page"],
  ["debugger", "left over"],
]);

/** Without arguments these hold anything, and the compiler does not ask. */
const COLLECTIONS = new Set(["Map", "Set", "WeakMap", "WeakSet"]);

/** Problems of these files, each {file, at, text}; `ts` is the compiler that read them, `tested` names used by tests alone. */
export function lint(ts, files, tested) {
  const problems = [];
  const exported = new Map();
  const imported = new Set();

  function walk(file, node, visit) {
    visit(node);
    ts.forEachChild(node, (child) => walk(file, child, visit));
  }

  function isName(node) {
    return ts.isIdentifier(node) && !(node.parent && ts.isJSDoc(node.parent));
  }

  /** Names that are assigned somewhere in a file, after their declaration. */
  function assigned(file) {
    const names = new Set();
    const target = (node) => {
      if (ts.isIdentifier(node)) names.add(node.text);
      else if (ts.isArrayLiteralExpression(node)) node.elements.forEach(target);
      else if (ts.isObjectLiteralExpression(node))
        node.properties.forEach((property) => target(property.initializer ?? property.name));
    };
    walk(file, file, (node) => {
      if (ts.isBinaryExpression(node) && ts.isAssignmentOperator(node.operatorToken.kind)) target(node.left);
      if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) target(node.operand);
      if ((ts.isForOfStatement(node) || ts.isForInStatement(node)) && !ts.isVariableDeclarationList(node.initializer))
        target(node.initializer);
    });
    return names;
  }

  function check(file) {
    const changing = assigned(file);
    const report = (node, text) => problems.push({ file, at: node.getStart(file), text });
    walk(file, file, (node) => {
      if (ts.isImportDeclaration(node)) {
        const from = node.moduleSpecifier.text;
        if (!/^\.{1,2}\/.*\.js$/.test(from)) report(node, `import from "${from}": only files of this page, by their names`);
        for (const { name, propertyName } of node.importClause?.namedBindings?.elements ?? [])
          imported.add((propertyName ?? name).text);
      }
      if (ts.canHaveModifiers(node) && ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) {
        const names = node.name ? [node.name] : (node.declarationList?.declarations.map(({ name }) => name) ?? []);
        for (const name of names) exported.set(`${file.fileName} ${name.text}`, { file, at: node.getStart(file), name: name.text });
      }
      if (ts.isVariableDeclarationList(node)) {
        const flags = node.flags & ts.NodeFlags.BlockScoped;
        if (flags === 0) report(node, "var: use const or let");
        const isLoop = ts.isForStatement(node.parent);
        if (flags === ts.NodeFlags.Let && !isLoop) {
          for (const { name, initializer } of node.declarations) {
            if (ts.isIdentifier(name) && initializer && !changing.has(name.text)) report(name, `${name.text} never changes: use const`);
          }
        }
      }
      if (ts.isBinaryExpression(node)) {
        const kind = node.operatorToken.kind;
        if (kind === ts.SyntaxKind.EqualsEqualsToken || kind === ts.SyntaxKind.ExclamationEqualsToken)
          report(node, "compare with === or !==");
      }
      if (ts.isNewExpression(node) && node.arguments?.length === 0 && COLLECTIONS.has(node.expression.getText(file))) {
        const holder = node.parent;
        const declares = ts.isVariableDeclaration(holder) || ts.isPropertyDeclaration(holder);
        if (declares && !ts.getJSDocType(holder)) report(node, "a collection that begins empty says what it holds, in an @type");
      }
      if (ts.isCatchClause(node) && node.block.statements.length === 0) report(node, "a failure is swallowed without a word");
      if (ts.isDebuggerStatement(node)) report(node, FORBIDDEN.get("debugger"));
      if (isName(node) && FORBIDDEN.has(node.text)) {
        const isKey = ts.isPropertyAssignment(node.parent) && node.parent.name === node;
        if (!isKey) report(node, `${node.text}: ${FORBIDDEN.get(node.text)}`);
      }
      if (ts.isPropertyAccessExpression(node) && FORBIDDEN.has(node.getText(file))) {
        report(node, `${node.getText(file)}: ${FORBIDDEN.get(node.getText(file))}`);
      }
    });
  }

  files.forEach(check);
  for (const { file, at, name } of exported.values()) {
    if (!imported.has(name) && !tested.has(name))
      problems.push({ file, at, text: `${name} is exported but no script imports it` });
  }
  return problems;
}
