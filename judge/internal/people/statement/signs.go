package statement

// operators are the commands for one sign that is not a letter.
var operators = map[string]string{
	"cdot": "·", "times": "×", "div": "÷", "pm": "±", "mp": "∓", "ast": "∗", "star": "⋆", "circ": "∘", "bullet": "•",
	"oplus": "⊕", "otimes": "⊗", "le": "≤", "leq": "≤", "leqslant": "≤", "ge": "≥", "geq": "≥", "geqslant": "≥", "lt": "<", "gt": ">",
	"ne": "≠", "neq": "≠", "equiv": "≡", "approx": "≈", "sim": "∼", "cong": "≅", "propto": "∝", "ll": "≪", "gg": "≫",
	"to": "→", "rightarrow": "→", "leftarrow": "←", "gets": "←", "leftrightarrow": "↔", "Rightarrow": "⇒", "Leftarrow": "⇐",
	"Leftrightarrow": "⇔", "implies": "⇒", "iff": "⇔", "mapsto": "↦", "uparrow": "↑", "downarrow": "↓",
	"in": "∈", "notin": "∉", "ni": "∋", "subset": "⊂", "subseteq": "⊆", "supset": "⊃", "supseteq": "⊇", "cup": "∪", "cap": "∩",
	"setminus": "∖", "emptyset": "∅", "varnothing": "∅", "forall": "∀", "exists": "∃", "neg": "¬", "lnot": "¬",
	"land": "∧", "wedge": "∧", "lor": "∨", "vee": "∨", "mid": "∣", "nmid": "∤", "parallel": "∥", "perp": "⊥", "angle": "∠", "triangle": "△",
	"lfloor": "⌊", "rfloor": "⌋", "lceil": "⌈", "rceil": "⌉", "langle": "⟨", "rangle": "⟩", "lvert": "|", "rvert": "|", "vert": "|", "|": "‖",
	"dots": "…", "ldots": "…", "cdots": "⋯", "vdots": "⋮", "ddots": "⋱", "prime": "′", "colon": ":",
	"sum": "∑", "prod": "∏", "int": "∫", "bigcup": "⋃", "bigcap": "⋂", "bigoplus": "⨁", "min": "min", "max": "max", "lim": "lim",
	"{": "{", "}": "}", "lbrace": "{", "rbrace": "}", "%": "%", "_": "_", "#": "#", "$": "$", "&": "&", "backslash": `\`,
}

// large are the commands whose bounds are below and above them.
var large = map[string]bool{
	`\sum`: true, `\prod`: true, `\bigcup`: true, `\bigcap`: true, `\bigoplus`: true, `\min`: true, `\max`: true, `\lim`: true,
}

var letters = map[string]string{
	"alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ϵ", "varepsilon": "ε", "zeta": "ζ", "eta": "η", "theta": "θ",
	"iota": "ι", "kappa": "κ", "lambda": "λ", "mu": "μ", "nu": "ν", "xi": "ξ", "pi": "π", "rho": "ρ", "sigma": "σ", "tau": "τ",
	"upsilon": "υ", "phi": "ϕ", "varphi": "φ", "chi": "χ", "psi": "ψ", "omega": "ω", "Gamma": "Γ", "Delta": "Δ", "Theta": "Θ",
	"Lambda": "Λ", "Xi": "Ξ", "Pi": "Π", "Sigma": "Σ", "Phi": "Φ", "Psi": "Ψ", "Omega": "Ω", "infty": "∞", "ell": "ℓ", "partial": "∂", "nabla": "∇",
}

// plainSigns are signs that are shown by another one. Nobody can tell on which side of its parts a bar is.
var plainSigns = map[string]string{
	"-": "<mo>−</mo>", "*": "<mo>∗</mo>", "~": space, "|": `<mo stretchy="false" form="prefix">|</mo>`,
	"(": bracket("("), ")": bracket(")"), "[": bracket("["), "]": bracket("]"),
}

func bracket(sign string) string { return `<mo stretchy="false">` + sign + "</mo>" }

const (
	space    = `<mspace width="0.3em"></mspace>`
	style    = "<mrow></mrow>" // its argument follows
	fraction = "<mfrac>ARGARG</mfrac>"
)

// forms are the other commands with what they become. ARG is an argument.
var forms = map[string]string{
	"frac": fraction, "dfrac": fraction, "tfrac": fraction, "cfrac": fraction,
	"binom": `<mrow><mo>(</mo><mfrac linethickness="0">ARGARG</mfrac><mo>)</mo></mrow>`,
	"mod":   modulo, "pmod": modulo, "bmod": `<mo lspace="0.25em" rspace="0.25em">mod</mo>`,
	"overline": accent("‾"), "bar": accent("‾"), "hat": accent("^"), "widehat": accent("^"), "tilde": accent("~"), "vec": accent("→"), "dot": accent("˙"),
	"mathbf": style, "mathit": style, "mathcal": style, "mathbb": style, "boldsymbol": style, "displaystyle": style, "limits": style, "nolimits": style,
	"bigl": style, "bigr": style, "Bigl": style, "Bigr": style, "big": style, "Big": style,
	",": space, ";": space, ":": space, " ": space, "!": space, "quad": space, "qquad": space,
	"log": function("log"), "ln": function("ln"), "lg": function("lg"), "exp": function("exp"), "sin": function("sin"), "cos": function("cos"), "tan": function("tan"),
	"gcd": function("gcd"), "deg": function("deg"), "det": function("det"), "dim": function("dim"), "arg": function("arg"),
}

var modulo = element("mrow", bracket("(")+"<mi>mod</mi>"+space+"ARG"+bracket(")"))

func accent(sign string) string { return `<mover accent="true">ARG` + element("mo", sign) + "</mover>" }

func function(name string) string { return element("mi", name) + "<mo>&#x2061;</mo>" }

// sidesOf are the signs beside an environment.
var sidesOf = map[string][2]string{
	"cases": {"{", ""}, "pmatrix": {"(", ")"}, "bmatrix": {"[", "]"}, "vmatrix": {"|", "|"}, "Bmatrix": {"{", "}"},
}
